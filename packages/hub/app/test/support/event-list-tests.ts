import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import type { Beat } from '@kitestring/hub-contract/beat.ts';
import { eventsAfter, newestEvent } from '../../src/archive/archive-queries.ts';
import type { Database } from '../../src/database/database.ts';
import { EventTail } from '../../src/events/event-tail.ts';
import { insertHubEvent } from '../../src/events/insert-events.ts';
import { PresenceEvents } from '../../src/events/presence-events.ts';
import { Presence, type PresenceState } from '../../src/presence/presence.ts';
import { OutboundAddresses } from '../../src/webhooks/outbound-addresses.ts';
import { WebhookTable } from '../../src/webhooks/webhook-table.ts';
import { Webhooks } from '../../src/webhooks/webhooks.ts';
import { type DatabaseFixture, NOW_MS } from './database-fixture.ts';
import { granted } from './granted.ts';
import { until } from './until.ts';

const BEAT: Beat = {
  v: 1,
  boot: 'bbbbbbbbbbbb',
  n: 1,
  epoch: 'abcdefghijkl',
  head: 0,
  sent: 0,
  phase: 'StandBy',
  alarms: [0, 0, 0, 0],
  watching: 0,
  link: {},
  t: 0,
  rev: 1,
};

/** The list of events: its numbers and its readers. */
export function eventListTests(fixture: () => DatabaseFixture): void {
  it('numbers events in the order of their archiving: a reader that goes on from a number gets each once', async () => {
    const { database } = fixture();
    const journal = await fixture().newStation('sbbbbbbbbbbbb');
    const [{ n: begin = 0 } = {}] = (await eventsAfter(database, { after: 0, limit: 1000 })).slice(-1);
    for (const kind of ['link.up', 'flight.phase', 'link.down']) {
      await fixture()
        .archive()
        .store([fixture().checked(journal, journal.seal(2, kind, { text: 'a\0b\ud800' }))]);
    }
    const events = await eventsAfter(database, { after: begin, limit: 2 });
    assert.deepEqual(
      events.map(({ kind, n, seq }) => [n - begin, kind, seq]),
      [
        [1, 'link.up', 2],
        [2, 'flight.phase', 4],
      ],
    );
    const [last] = await eventsAfter(database, { after: begin + 2, limit: 2, sid: journal.sid, kind: 'link.down' });
    // Characters that a database cannot store in a text are replaced there; the segment has the original.
    assert.deepEqual(last?.data, { text: 'a\ufffdb\ufffd' });
  });

  it('tells each change of presence once, in order, whatever is killed, and what happened while no hub ran', async () => {
    const { database } = fixture();
    const { sid } = await fixture().newStation('siiiiiiiiiiii');
    const { sid: silent } = await fixture().newStation('sjjjjjjjjjjjj');
    const begin = await newestEvent(database);
    const told = async () =>
      (await eventsAfter(database, { after: begin, limit: 100 })).map(({ kind, sid }) => `${sid[1]} ${kind.slice(8)}`);
    let nowMs = NOW_MS;
    let failures = 0;
    const flaky: Database = {
      ...database,
      transaction: (work) => (failures-- > 0 ? Promise.reject(new Error('away')) : database.transaction(work)),
    };
    const presence = new Presence();
    const start = () =>
      new PresenceEvents({
        database: flaky,
        nowMs: () => nowMs,
        presenceOf: (sid) => presence.of(sid),
        onEvent: () => {},
        log: SILENT_LOG,
      });
    const changed = (to: PresenceEvents, state: PresenceState, of = sid) =>
      to.changed({ sid: of, state, sinceMs: nowMs, beat: undefined, receivedMs: undefined });
    const first = start();
    changed(first, 'online', silent);
    await first.write();
    failures = 1;
    for (const state of ['online', 'cloned', 'offline', 'online'] as const) changed(first, state);
    await first.write();
    await first.write();
    assert.deepEqual(await told(), ['j online', 'i online', 'i cloned', 'i offline', 'i online']);
    // Another start: reported changes are not reported again, and a silent station is reported after a while.
    const second = start();
    presence.beat(sid, BEAT, nowMs);
    changed(second, 'online');
    nowMs += 44_000;
    await second.write();
    assert.equal((await told()).length, 5);
    nowMs += 1000;
    await second.write();
    await second.write();
    assert.deepEqual((await told()).slice(5), ['j offline']);
    const severe = await eventsAfter(database, { after: begin, limit: 100, severity: 'Critical' });
    assert.deepEqual(
      severe.map(({ data, epoch, kind }) => [kind, epoch, data.severity]),
      [['station.cloned', null, 'Critical']],
    );
  });

  it('gives readers of the list every event once, from memory and from further back, by filter', async () => {
    const { database } = fixture();
    const journal = await fixture().newStation('skkkkkkkkkkkk');
    const tail = new EventTail({ database, log: SILENT_LOG });
    const ended = new AbortController();
    const { signal } = ended;
    const begin = await newestEvent(database);
    const store = async (kind: string) => {
      await fixture()
        .archive()
        .store([
          fixture().checked(journal, journal.seal(1, kind, { severity: kind === 'link.up' ? 'Fatal' : 'Info' })),
        ]);
      tail.wake();
    };
    const seen: Record<string, number[]> = { all: [], late: [], severe: [] };
    const read = async (name: string, options: { after?: number; severity?: 'Critical' }, count: number) => {
      for await (const { events } of tail.follow({ after: undefined, aliveMs: 10, signal, ...options })) {
        seen[name]?.push(...events.map(({ n }) => n - begin));
        if ((seen[name]?.length ?? 0) >= count) return;
      }
    };
    for (const kind of ['flight.phase', 'link.up']) await store(kind);
    const readers = [
      read('all', { after: begin }, 6),
      read('late', {}, 2),
      read('severe', { after: begin, severity: 'Critical' }, 3),
    ];
    for (const kind of ['link.up', 'flight.phase', 'link.up', 'flight.phase']) await store(kind);
    await Promise.all(readers);
    assert.deepEqual(seen.all, [1, 2, 3, 4, 5, 6]);
    assert.deepEqual(seen.severe, [2, 3, 5]);
    assert.ok(
      seen.late?.every((n, index) => n === (seen.late?.[0] ?? 0) + index),
      String(seen.late),
    );
    ended.abort();
    await tail.stop();
  });

  it('lets one replica at a time deliver to a webhook, and pauses one that has failed for days of attempts', async () => {
    const { database } = fixture();
    const table = new WebhookTable(database);
    const { sid } = await fixture().newStation('slllllllllll2');
    const webhook = granted(await table.add('http://127.0.0.1:1/', { sid }, undefined, NOW_MS));
    await database.transaction((queries) => insertHubEvent(queries, 'station.online', sid, NOW_MS));
    assert.ok(await table.lease(webhook.id, 'a', 60_000));
    assert.equal(await table.lease(webhook.id, 'b', 60_000), undefined);
    await table.release('a');
    assert.ok(await table.lease(webhook.id, 'b', 60_000));
    await table.release('b');
    let nowMs = NOW_MS;
    const addresses = new OutboundAddresses(['127.0.0.1']);
    const clock = { nowUs: () => nowMs * 1000, schedule: () => () => {} };
    const webhooks = new Webhooks({ database, table, addresses, clock, nowMs: () => nowMs, log: SILENT_LOG });
    const attempts = (count: number) =>
      until(`attempt ${count}`, async () => {
        await webhooks.wake();
        const row = await table.get(webhook.id);
        return row?.attempts === count ? row : undefined;
      });
    const failing = await attempts(1);
    assert.deepEqual([failing.state, failing.failing_since_ms], ['active', NOW_MS]);
    // The hub was off for these days.
    nowMs += 3 * 86_400_000;
    assert.equal((await attempts(2)).state, 'active');
    await database.query('UPDATE webhook SET attempts = 431 WHERE id = $1', [webhook.id]);
    nowMs += 600_000;
    assert.equal((await attempts(432)).state, 'paused');
    assert.deepEqual(await table.due(nowMs + 1e9), []);
    assert.match((await table.deliveries(webhook.id))[0]?.outcome ?? '', /ECONNREFUSED/);
    await webhooks.stop();
  });
}
