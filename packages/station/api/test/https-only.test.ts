import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { startTestStation, TEST_KEY } from '@kitestring/station-app/test/support/test-station.ts';
import { exchange, openSocket } from '@kitestring/web/test/support/raw-exchange.ts';

describe('A station that speaks HTTPS only', () => {
  it('sends what only reads to HTTPS, at the same host and port', async () => {
    await using station = await startTestStation({ tlsMode: 'https_only' });
    const host = `localhost:${station.port}`;
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await exchange(station.port, false, { method, path: '/docs?a=b', headers: { host } });
      assert.deepEqual([status, headers.location], [308, `https://${host}/docs?a=b`]);
    }
    assert.equal((await exchange(station.port, true, { path: '/docs', headers: { host } })).status, 200);
    assert.equal(station.running.url, `https://127.0.0.1:${station.port}`);
  });

  it('refuses commands, sign-in and subscriptions in the clear, and says how to go on', async () => {
    await using station = await startTestStation({ tlsMode: 'https_only' });
    const body = JSON.stringify({ client_secret: TEST_KEY });
    const path = '/api/v1/auth/token/request';
    const json = { 'content-type': 'application/json' };
    const refused = await exchange(station.port, false, { method: 'POST', path, headers: json, body });
    assert.deepEqual([refused.status, refused.headers.upgrade], [426, 'TLS/1.2']);
    assert.match(refused.body, /HTTPS_REQUIRED.*https:\/\/ and wss:\/\//);
    assert.equal(station.station.auth.administration.sessions().length, 0);
    assert.equal((await exchange(station.port, true, { method: 'POST', path, headers: json, body })).status, 200);
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    const socket = await exchange(station.port, false, { path: '/api/v1/flight/state/subscribe', headers: upgrade });
    assert.equal(socket.status, 426);
  });

  it('sends nobody to a place that is no host', async () => {
    await using station = await startTestStation({ tlsMode: 'https_only' });
    for (const host of ['evil.example/path', 'a b', 'user@evil.example']) {
      const { status, headers } = await exchange(station.port, false, { path: '/', headers: { host } });
      assert.deepEqual([status, headers.location], [426, undefined], host);
    }
  });
});

describe('A station that speaks HTTP only', () => {
  it('answers HTTP and ends connections on which TLS begins', async () => {
    await using station = await startTestStation({ tlsMode: 'off' });
    assert.equal((await exchange(station.port, false, { path: '/api/health' })).status, 200);
    const socket = openSocket(station.port, true);
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    assert.match(error.code ?? '', /ECONNRESET/);
  });
});
