import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { connect } from 'node:tls';
import { DEFAULT_NETWORK_SETTINGS } from '@kitestring/settings/server-settings.ts';
import { startTestStation, TEST_KEY } from '@kitestring/station-app/test/support/test-station.ts';
import { exchange } from '@kitestring/web/test/support/raw-exchange.ts';

const CONSOLE = { isOn: true, mapAttribution: '' };

describe('Every answer', () => {
  it('keeps browsers from guessing its type, framing it and telling others of it', async () => {
    await using station = await startTestStation({ console: CONSOLE });
    const client = await station.client();
    const answers = [
      await client.get('flight/state'),
      await client.get('flight/nothing'),
      await client.post('flight/control/release'),
      await station.stranger().post('auth/token/request', { client_secret: 'wrong' }),
      ...(await Promise.all(
        ['/', '/docs', '/openapi.json', '/metrics', '/healthz', '/console.json'].map((path) => client.get(path)),
      )),
    ];
    for (const { headers } of answers) {
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
    }
    const malformed = await exchange(station.port, false, { path: '/', headers: { 'content-length': 'x' } });
    assert.equal(malformed.headers['x-content-type-options'], 'nosniff');
  });
});

describe('TLS', () => {
  for (const [version, ciphers, isTaken] of [
    ['TLSv1.3', undefined, true],
    ['TLSv1.2', 'ECDHE-ECDSA-AES128-GCM-SHA256', true],
    ['TLSv1.2', 'ECDHE-ECDSA-AES128-SHA256', false],
    ['TLSv1.2', 'ECDHE-ECDSA-AES256-SHA', false],
  ] as const) {
    it(`${isTaken ? 'takes' : 'refuses'} ${version} with ${ciphers ?? 'what Node offers'}`, async () => {
      await using station = await startTestStation();
      const socket = connect({
        port: station.port,
        host: '127.0.0.1',
        rejectUnauthorized: false,
        minVersion: version,
        maxVersion: version,
        ...(ciphers !== undefined && { ciphers }),
      });
      const outcome = await Promise.race([
        once(socket, 'secureConnect').then(() => true),
        once(socket, 'error').then(() => false),
      ]).catch(() => false);
      socket.destroy();
      assert.equal(outcome, isTaken);
    });
  }
});

describe('The header Host', () => {
  it('names the station, or the request is refused before anything else: a page may have had its name lead here', async () => {
    const network = { ...DEFAULT_NETWORK_SETTINGS, hosts: ['kite.example.org'] };
    await using station = await startTestStation({ network });
    const ask = (host: string, secure = false) =>
      exchange(station.port, secure, { path: '/api/health', headers: { host } });
    for (const host of ['127.0.0.1', 'localhost:3128', 'kitestring.local', 'kite.example.org']) {
      assert.equal((await ask(host)).status, 200, host);
    }
    for (const secure of [false, true]) {
      const refused = await ask('evil.example:3128', secure);
      assert.equal(refused.status, 421);
      assert.match(refused.body, /UNKNOWN_HOST.*network\.hosts/);
    }
  });
});

describe('/metrics', () => {
  it('are open to this machine only; others need a token', async () => {
    // The statements of a trusted proxy about its client count, so that a test can come from another address.
    const network = { ...DEFAULT_NETWORK_SETTINGS, trustedProxies: ['127.0.0.1'] };
    await using station = await startTestStation({ network });
    const from = { 'x-forwarded-for': '198.51.100.7' };
    assert.equal((await station.stranger().get('/metrics')).status, 200);
    const refused = await station.stranger().get('/metrics', from);
    assert.deepEqual([refused.status, (refused.body as { code: string }).code], [401, 'MISSING_TOKEN']);
    assert.equal((await (await station.client('read')).get('/metrics', from)).status, 200);
    assert.equal((await (await station.client('experimental')).get('/metrics', from)).status, 403);
  });

  it('need a token everywhere, or are not there, where the setting says so', async () => {
    await using strict = await startTestStation({ metricsAccess: 'token' });
    assert.equal((await strict.stranger().get('/metrics')).status, 401);
    await using none = await startTestStation({ metricsAccess: 'off', apiKey: TEST_KEY });
    assert.equal((await (await none.client()).get('/metrics')).status, 404);
  });
});
