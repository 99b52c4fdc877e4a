import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestStation, type TestStation } from '@kitestring/station-app/test/support/test-station.ts';
import { exchange } from '@kitestring/web/test/support/raw-exchange.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('Unusual requests', () => {
  let station: TestStation;
  before(async () => {
    station = await startTestStation();
  });
  after(() => station[Symbol.asyncDispose]());

  for (const [path, status] of [
    ['http://127.0.0.1:3128/api/health', 200],
    ['HTTPS://LOCALHOST/api/health', 200],
    ['http://elsewhere.example/api/health', 421],
    ['http://user@localhost/api/health', 400],
    ['ftp://localhost/api/health', 404],
    ['*', 404],
    ['/api/health?x=1#fragment', 200],
    [`/api/health?${'x'.repeat(10_000)}`, 200],
    ['//api/health', 404],
    ['/api/./health', 404],
    ['/API/HEALTH', 404],
    ['/api/v1/flight%2Fstate', 404],
    ['/%00', 404],
    [`/${'x'.repeat(15_000)}`, 404],
    ['/api/v1/recordings/..%2F..%2Fetc%2Fpasswd/x', 401],
  ] as const) {
    it(`${path.slice(0, 60)}: ${status}`, async () => {
      assert.equal((await exchange(station.port, false, { path })).status, status);
    });
  }
});

describe('The host in the target of a request', () => {
  it('counts in place of the header Host, as for a proxy, and an empty path is the root', async () => {
    await using station = await startTestStation();
    const { token } = await station.client();
    const headers = { authorization: `Bearer ${token}`, host: 'elsewhere.example' };
    const ask = (path: string) => exchange(station.port, false, { path, headers });
    assert.equal((await ask('http://localhost/api/v1/flight/state')).status, 200);
    assert.equal((await ask('/api/v1/flight/state')).status, 421);
    const [root, page] = await Promise.all([ask('http://localhost?x=1'), ask('http://localhost/?x=1')]);
    assert.deepEqual([root.status, root.body], [page.status, page.body]);
  });
});

describe('Requests without a body', () => {
  let station: TestStation;
  before(async () => {
    station = await startTestStation();
  });
  after(() => station[Symbol.asyncDispose]());

  const release = '/api/v1/handoff/control/release';
  for (const [name, headers, body] of [
    ['none', {}, undefined],
    ['an empty one with a JSON type', JSON_TYPE, undefined],
    ['an empty object', JSON_TYPE, '{}'],
    ['an empty object without a type', {}, '{}'],
    ['an empty object of another type', { 'content-type': 'text/plain' }, ' {} \n'],
    ['white space', JSON_TYPE, '\r\n'],
  ] as const) {
    it(`takes ${name}`, async () => {
      const client = await station.client();
      const request = { method: 'POST', headers: { ...headers } };
      const { status } = await client.send(release, body === undefined ? request : { ...request, body });
      assert.equal(status, 204);
    });
  }

  it('ignores query parameters that it does not know', async () => {
    const client = await station.client();
    assert.equal((await client.get('flight/state?verbose=1&verbose=2&%zz')).status, 200);
  });

  it('reads a time with a plus that was not encoded', async () => {
    const client = await station.client();
    const { status } = await client.get('notifications/history?from_time=2026-03-01T09:30:00.250000+00:00');
    assert.equal(status, 200);
  });
});
