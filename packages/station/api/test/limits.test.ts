import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { DEFAULT_NETWORK_SETTINGS } from '@kitestring/settings/server-settings.ts';
import { startTestStation, TEST_KEY, type TestStation } from '@kitestring/station-app/test/support/test-station.ts';
import type { TestAnswer } from './support/test-client.ts';

/** A station whose limits run on a clock that the test moves. */
async function start(): Promise<{ station: TestStation; realTimeClock: VirtualClock }> {
  const realTimeClock = new VirtualClock();
  return { realTimeClock, station: await startTestStation({ start: { realTimeClock } }) };
}

async function untilLimited(
  ask: () => Promise<TestAnswer>,
  most: number,
): Promise<{ passed: number; last: TestAnswer }> {
  for (let passed = 0; passed <= most; passed += 1) {
    const last = await ask();
    if (last.status === 429) return { passed, last };
  }
  throw new Error(`no limit within ${most}`);
}

const code = ({ body }: TestAnswer) => (body as { code: string }).code;

describe('Limits', () => {
  it('lets an address ask 100 times at once without a valid token, then 20 times a second; with one it is not counted', async () => {
    const { station, realTimeClock } = await start();
    await using _ = station;
    const client = await station.client();
    const stranger = station.stranger();
    let turn = 0;
    const asks = [
      () => stranger.get('flight/state'),
      () => stranger.get('flight/state', { authorization: 'Bearer wrong' }),
      () => stranger.get('/no/such/path'),
      () => stranger.post('handoff/control/release'),
      () => stranger.get('flight/state?access_token=wrong'),
    ];
    const ask = () => asks[turn++ % asks.length]?.() ?? assert.fail();
    const { last, passed } = await untilLimited(ask, 200);
    assert.equal(passed, 100);
    assert.deepEqual([code(last), last.headers.get('retry-after')], ['RATE_LIMITED', '1']);
    assert.match(last.headers.get('ratelimit-policy') ?? '', /^"without-token";q=100;w=5$/);
    realTimeClock.advance(1);
    assert.equal((await untilLimited(ask, 200)).passed, 20);
    for (const path of ['flight/state', 'health']) assert.equal((await client.get(path)).status, 200, path);
    assert.equal((await client.get('/no/such/path')).status, 404);
    assert.equal((await stranger.get('health')).status, 200);
  });

  it('lets a session read 200 times at once, then 100 times a second, and tells it so', async () => {
    const { station, realTimeClock } = await start();
    await using _ = station;
    const client = await station.client('read');
    const read = () => client.get('flight/state');
    const first = await read();
    assert.equal(first.headers.get('ratelimit-policy'), '"reads";q=200;w=2');
    assert.equal(first.headers.get('ratelimit'), '"reads";r=199;t=1');
    const { passed, last } = await untilLimited(read, 200);
    assert.equal(passed, 199);
    assert.equal(code(last), 'RATE_LIMITED');
    assert.equal(last.headers.get('retry-after'), '1');
    assert.equal(last.headers.get('ratelimit'), '"reads";r=0;t=2');
    realTimeClock.advance(0.1);
    assert.equal((await untilLimited(read, 20)).passed, 10);
  });

  it('counts commands apart from reads, and each session for itself', async () => {
    const { station } = await start();
    await using _ = station;
    const client = await station.client();
    const { passed } = await untilLimited(() => client.post('handoff/control/release'), 50);
    assert.equal(passed, 40);
    assert.equal((await client.get('flight/state')).status, 200);
    assert.equal((await (await station.client()).post('handoff/control/release')).status, 204);
  });

  it('gives all sessions of a plugin together a quota, too', async () => {
    await using station = await startTestStation({
      limits: { pluginFactor: 2 },
      start: { realTimeClock: new VirtualClock() },
    });
    const clients = await Promise.all(Array.from({ length: 3 }, () => station.client()));
    const release = (index: number) => clients[index]?.post('handoff/control/release') ?? assert.fail();
    for (const index of [0, 1]) assert.equal((await untilLimited(() => release(index), 41)).passed, 40);
    const last = await release(2);
    assert.deepEqual([last.status, code(last)], [429, 'RATE_LIMITED']);
    assert.equal(last.headers.get('ratelimit-policy'), '"plugin-commands";q=80;w=2');
    assert.equal(last.headers.get('retry-after'), '1');
  });

  it('gives an address 30 tokens at once and then one a second', async () => {
    const { station, realTimeClock } = await start();
    await using _ = station;
    const ask = () => station.stranger().post('auth/token/request', { client_secret: TEST_KEY });
    const { passed, last } = await untilLimited(ask, 31);
    assert.equal(passed, 30);
    assert.deepEqual([code(last), last.headers.get('retry-after')], ['RATE_LIMITED', '1']);
    assert.equal((last.body as { error: string }).error, 'temporarily_unavailable');
    realTimeClock.advance(1);
    assert.equal((await ask()).status, 200);
  });

  it('slows down who tries wrong keys, tells the operator, and lets a right key in afterwards', async () => {
    const { station, realTimeClock } = await start();
    await using _ = station;
    const guess = (client_secret = 'kite_guess') => station.stranger().post('auth/token/request', { client_secret });
    const { passed, last } = await untilLimited(guess, 6);
    assert.equal(passed, 5);
    assert.deepEqual([code(last), last.headers.get('retry-after')], ['TOO_MANY_WRONG_KEYS', '1']);
    const [active] = station.station.notifications.active().filter(({ code }) => code === 80_040);
    assert.deepEqual(active?.parameters, { address: '127.0.0.1' });
    realTimeClock.advance(1);
    assert.equal(code(await guess()), 'INVALID_API_KEY');
    const longer = await guess();
    assert.deepEqual([code(longer), longer.headers.get('retry-after')], ['TOO_MANY_WRONG_KEYS', '2']);
    realTimeClock.advance(2);
    assert.equal((await guess(TEST_KEY)).status, 200);
    realTimeClock.advance(60);
    assert.equal(station.station.notifications.isActive('TOO_MANY_WRONG_KEYS'), false);
  });

  it('makes five tries of thirty wrong keys that come at once', async () => {
    const { station } = await start();
    await using _ = station;
    const guess = () => station.stranger().post('auth/token/request', { client_secret: 'kite_guess' });
    const answers = await Promise.all(Array.from({ length: 30 }, guess));
    const codes = Map.groupBy(answers.map(code), (code) => code);
    assert.equal(codes.get('INVALID_API_KEY')?.length, 5);
    assert.equal(codes.get('TOO_MANY_WRONG_KEYS')?.length, 25);
  });

  it('lets no page of another origin ask for tokens, and counts nothing of it', async () => {
    const { station } = await start();
    await using _ = station;
    const ask = (headers: Record<string, string>, client_secret = TEST_KEY) =>
      station.stranger().post('auth/token/request', { client_secret }, headers);
    for (let count = 0; count < 40; count += 1) {
      const refused = await ask({ origin: 'https://evil.example' }, 'guess');
      assert.deepEqual([refused.status, code(refused)], [403, 'FOREIGN_PAGE']);
    }
    assert.equal(code(await ask({ origin: 'null' })), 'FOREIGN_PAGE');
    assert.equal((await ask({ origin: station.url })).status, 200, 'our own page');
    assert.equal((await ask({})).status, 200, 'a program');
  });

  it('lets a page ask for tokens whose origin is set', async () => {
    await using station = await startTestStation({ corsOrigins: ['https://vms.example'] });
    const headers = { origin: 'https://vms.example' };
    const { status } = await station.stranger().post('auth/token/request', { client_secret: TEST_KEY }, headers);
    assert.equal(status, 200);
  });

  it('counts the clients of a trusted proxy each for itself', async () => {
    const network = { ...DEFAULT_NETWORK_SETTINGS, trustedProxies: ['127.0.0.1'] };
    await using station = await startTestStation({ network, start: { realTimeClock: new VirtualClock() } });
    const guess = (from: string, client_secret = 'kite_guess') =>
      station.stranger().post('auth/token/request', { client_secret }, { 'x-forwarded-for': from });
    const { passed } = await untilLimited(() => guess('198.51.100.1'), 6);
    assert.equal(passed, 5);
    assert.equal((await guess('198.51.100.2', TEST_KEY)).status, 200);
  });

  it('never limits health', async () => {
    const { station } = await start();
    await using _ = station;
    for (let count = 0; count < 300; count += 1) {
      const { status, headers } = await station.stranger().get('/api/health');
      assert.equal(status, 200);
      assert.equal(headers.get('ratelimit'), null);
    }
  });

  it('says what is left even to a request without the scope', async () => {
    const { station } = await start();
    await using _ = station;
    const { status, headers } = await (await station.client('read')).post('flight/control/land');
    assert.equal(status, 403);
    assert.equal(headers.get('ratelimit-policy'), '"commands";q=40;w=2');
  });
});
