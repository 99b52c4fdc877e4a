import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { startTestStation, type TestStation } from '@kitestring/station-app/test/support/test-station.ts';
import type { AuditPage } from '@kitestring/station-contract/admin/audit.ts';
import type { IssuedWatchLink, WatchLink } from '@kitestring/station-contract/station/watch-link.ts';
import { type TestAnswer, TestClient } from './support/test-client.ts';

const LINKS = '/station/v1/watch-links';
const outcome = ({ status, body }: TestAnswer): string =>
  `${status} ${(body as { code?: string } | undefined)?.code ?? ''}`.trim();

describe('A link for watching', () => {
  let station: TestStation;
  let operator: TestClient;
  before(async () => {
    station = await startTestStation({ limits: { tokenRequestsBurst: 1000 } });
    station.advance(2);
    operator = await station.client('read control');
  });
  after(() => station[Symbol.asyncDispose]());

  const make = async (name: string): Promise<IssuedWatchLink> => {
    const { body, status } = await operator.post(LINKS, { name, hours: 8 });
    assert.equal(status, 201, JSON.stringify(body));
    return body as IssuedWatchLink;
  };
  const open = (secret: string) => station.stranger().post(`${LINKS}/open`, { secret });
  const watcher = async (secret: string) => {
    const { access_token } = (await open(secret)).body as { access_token: string };
    return new TestClient(station.url, access_token);
  };
  const revoke = (id: string) => operator.send(`${LINKS}/${id}`, { method: 'DELETE' });
  const listed = async (id: string) =>
    ((await operator.get(LINKS)).body as { links: WatchLink[] }).links.find((link) => link.id === id);

  it('lets a screen read and command nothing, make no link and see none', async () => {
    const { secret } = await make('Command post');
    const screen = await watcher(secret);
    assert.equal((await screen.get('flight/state')).status, 200);
    for (const [path, body] of [
      ['flight/control/take_off', undefined],
      ['handoff/control/request', { operator_name: 'Mallory' }],
      [LINKS, { name: 'one more', hours: 72 }],
    ] as const) {
      assert.equal(outcome(await screen.post(path, body)), '403 INSUFFICIENT_SCOPE', path);
    }
    assert.equal(outcome(await screen.get(LINKS)), '403 INSUFFICIENT_SCOPE');
    assert.equal(outcome(await screen.get('/admin/v1/plugins')), '403 INSUFFICIENT_SCOPE');
  });

  it('is listed with who made it, when it was opened and how often it is open, and never with its secret', async () => {
    const { link, secret } = await make('Gate');
    assert.deepEqual([link.made_by, link.state, link.screens, link.last_opened_at], ['first', 'Valid', 0, undefined]);
    await watcher(secret);
    await watcher(secret);
    const shown = await listed(link.id);
    assert.deepEqual([shown?.screens, typeof shown?.last_opened_at], [2, 'string']);
    const everything = [(await operator.get(LINKS)).body, station.log];
    assert.ok(!JSON.stringify(everything).includes(secret));
  });

  it('ends its requests and WebSockets at once when it is revoked, and says why it does not open', async () => {
    const { link, secret } = await make('Press');
    const screen = await watcher(secret);
    const socket = await screen.subscribe('flight/state');
    assert.equal((await revoke(link.id)).status, 204);
    assert.equal((await socket.closed).code, 1008);
    assert.equal(outcome(await screen.get('flight/state')), '401 INVALID_TOKEN');
    const refused = await open(secret);
    assert.equal(outcome(refused), '403 WATCH_LINK_ENDED');
    assert.equal((refused.body as { message: string }).message, 'the link Press was revoked');
    assert.equal((await listed(link.id))?.state, 'Revoked');
    assert.equal(outcome(await revoke('unknown')), '404 WATCH_LINK_NOT_FOUND');
  });

  it('is in the audit log when it is made, opened and revoked, without its secret', async () => {
    const { link, secret } = await make('Audited');
    await watcher(secret);
    await revoke(link.id);
    const seat = await station.client();
    const { entries } = (await seat.get('/admin/v1/audit?limit=100')).body as AuditPage;
    const ours = entries.filter(({ operation }) => operation.startsWith('station.watch_links'));
    assert.deepEqual(
      ours.slice(0, 3).map(({ kind, operation, target, input }) => [kind, operation, target, input]),
      [
        ['Administration', 'station.watch_links.revoke', link.id, undefined],
        ['SignIn', 'station.watch_links.open', undefined, undefined],
        ['Administration', 'station.watch_links.add', undefined, '{"name":"Audited","hours":8}'],
      ],
    );
    assert.ok(!JSON.stringify(entries).includes(secret));
  });

  it('is refused from a page of another origin', async () => {
    const { secret } = await make('Foreign');
    const headers = { origin: 'https://elsewhere.example', 'content-type': 'application/json' };
    const refused = await station
      .stranger()
      .send(`${LINKS}/open`, { method: 'POST', headers, body: JSON.stringify({ secret }) });
    assert.equal(outcome(refused), '403 FOREIGN_PAGE');
  });

  it('takes nothing from the requests of who made it', async () => {
    await using narrow = await startTestStation({
      limits: { readsBurst: 5, readsPerS: 1, tokenRequestsBurst: 100 },
      start: { realTimeClock: new VirtualClock() },
    });
    narrow.advance(1);
    const desk = await narrow.client('read control');
    const { secret } = (await desk.post(LINKS, { name: 'Wall', hours: 1 })).body as IssuedWatchLink;
    for (let screen = 0; screen < 10; screen += 1) {
      const { body } = await narrow.stranger().post(`${LINKS}/open`, { secret });
      const client = new TestClient(narrow.url, (body as { access_token: string }).access_token);
      for (let request = 0; request < 6; request += 1) await client.get('flight/state');
    }
    assert.equal((await desk.get('flight/state')).status, 200);
  });

  it('is guessed at as slowly as a key', async () => {
    const start = { realTimeClock: new VirtualClock() };
    await using guarded = await startTestStation({ limits: { tokenRequestsBurst: 1000 }, start });
    const guesses = [];
    for (let guess = 0; guess < 8; guess += 1) {
      guesses.push(outcome(await guarded.stranger().post(`${LINKS}/open`, { secret: `watch_${guess}` })));
    }
    assert.deepEqual(guesses.slice(0, 5), Array(5).fill('401 INVALID_WATCH_LINK'));
    assert.deepEqual(guesses.slice(5), Array(3).fill('429 TOO_MANY_WRONG_KEYS'));
    assert.equal(
      outcome(await guarded.stranger().post('auth/token/request', { client_secret: 'x' })),
      '429 TOO_MANY_WRONG_KEYS',
    );
  });
});
