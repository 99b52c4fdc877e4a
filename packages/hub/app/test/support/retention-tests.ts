import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import {
  eventsAfter,
  firstEvent,
  newestEvent,
  parseRecords,
  readEpochs,
  readSegments,
} from '../../src/archive/archive-queries.ts';
import type { CheckedSegment } from '../../src/archive/check-segment.ts';
import { ROWS_MAX } from '../../src/archive/old-rows.ts';
import { Retention } from '../../src/archive/retention.ts';
import type { Database } from '../../src/database/database.ts';
import { EventStreams } from '../../src/events/event-streams.ts';
import { EventTail } from '../../src/events/event-tail.ts';
import { insertHubEvent } from '../../src/events/insert-events.ts';
import { HubAudit } from '../../src/registry/audit.ts';
import { OutboundAddresses } from '../../src/webhooks/outbound-addresses.ts';
import { WebhookTable } from '../../src/webhooks/webhook-table.ts';
import { Webhooks } from '../../src/webhooks/webhooks.ts';
import { type DatabaseFixture, NOW_MS } from './database-fixture.ts';
import { granted } from './granted.ts';
import { until } from './until.ts';

const DAY_MS = 86_400_000;
const CLOCK = { nowUs: () => 0, schedule: () => () => {} };

/** Tests of what a hub removes, on the database of the tests before them. Events of those are removed too: these come last. */
export function retentionTests(fixture: () => DatabaseFixture): void {
  const retentionAt = (nowMs: number, database = fixture().database) =>
    new Retention({
      database,
      clock: CLOCK,
      nowMs: () => nowMs,
      log: SILENT_LOG,
      removeUploads: () => Promise.resolve(0),
      settings: { 'archive.days': 30, 'archive.event_days': 400, 'archive.audit_days': 1100 },
    });

  it('removes segments after their days from the oldest on, by bounded transactions, and says from where on they are kept', async () => {
    const { database } = fixture();
    const journal = await fixture().newStation('srrrrrrrrrrrr');
    const { epoch, sid } = journal;
    const segments = Array.from({ length: 403 }, () => fixture().checked(journal, journal.seal(2)));
    const declared = { ...segments[401], body: undefined, records: [] } as CheckedSegment;
    const oldMs = NOW_MS - 30 * DAY_MS - 1;
    await fixture().archive(oldMs).store(segments.slice(0, 401));
    await fixture()
      .archive(oldMs + 1)
      .store([declared]);
    // After a clock was corrected, entries that follow a newer segment stay.
    await fixture().archive(oldMs).store(segments.slice(402));
    const before = await readEpochs(database, sid);
    assert.deepEqual([before[0]?.kept_from, before[0]?.kept_hash], [1, undefined]);

    // Killed after the second transaction: each leaves a whole archive.
    let transactions = 0;
    const failing: Database = {
      ...database,
      transaction: (work) => (++transactions > 2 ? Promise.reject(new Error('killed')) : database.transaction(work)),
    };
    await retentionAt(NOW_MS, failing).remove();
    const [half] = await readEpochs(database, sid);
    assert.deepEqual([half?.kept_from, half?.archived], [801, 4]);
    const gap = { first: 803, last: 804, to_ms: segments[402]?.head.t0 };
    assert.deepEqual(half?.gaps, [{ ...gap, kind: 'declared', from_ms: segments[400]?.head.t1 }]);
    // Two replicas at the same time.
    await Promise.all([retentionAt(NOW_MS).remove(), retentionAt(NOW_MS).remove()]);
    const [summary] = await readEpochs(database, sid);
    assert.deepEqual([summary?.kept_from, summary?.have, summary?.archived], [803, 806, 2]);
    assert.deepEqual(summary?.gaps, [{ ...gap, kind: 'declared', from_ms: null }]);
    const kept = await readSegments(database, sid, { epoch, after: 0, limit: 10 });
    assert.deepEqual(
      kept.flatMap(parseRecords).map(({ s }) => s),
      [805, 806],
    );
    // The chain goes on from the hash that is declared.
    assert.equal(summary?.kept_hash, segments[400]?.head.h);
    assert.equal(kept[0]?.previous, summary?.kept_hash);
    // Damage is still told from what was removed.
    await database.query('DELETE FROM segment WHERE sid = $1 AND first = 803', [sid]);
    assert.deepEqual((await readEpochs(database, sid))[0]?.gaps, [{ ...gap, kind: 'missing', from_ms: null }]);
  });

  it('takes no removed segment again, goes on with its cursor, and forgets what was lost before', async () => {
    const { database } = fixture();
    const journal = await fixture().newStation('sttttttttttt2');
    const { epoch, sid } = journal;
    await forgetClock(database);
    const [, second, third] = [5, 5, 5].map((count) => fixture().checked(journal, journal.seal(count)));
    const old = fixture().archive(NOW_MS - 31 * DAY_MS);
    await old.greeted({ sid, epoch, keptFrom: 6 });
    await old.store([second, third] as CheckedSegment[]);
    await retentionAt(NOW_MS).remove();
    const [empty] = await readEpochs(database, sid);
    assert.deepEqual([empty?.kept_from, empty?.have, empty?.archived, empty?.gaps], [16, 15, 0, []]);
    assert.equal(empty?.hash, third?.head.h);
    const archive = fixture().archive(NOW_MS);
    assert.deepEqual((await archive.store([third, second] as CheckedSegment[])).outcomes, ['known', 'known']);
    assert.equal((await archive.greeted({ sid, epoch, keptFrom: 6 })).have, 15);
    await archive.store([fixture().checked(journal, journal.seal(1))]);
    const [summary] = await readEpochs(database, sid);
    assert.deepEqual([summary?.have, summary?.archived, summary?.gaps], [16, 1, []]);
  });

  it('removes events after their days, and tells readers, streams and webhooks that ask for them', async () => {
    const { database } = fixture();
    const { sid } = await fixture().newStation('suuuuuuuuuuuu');
    const laterMs = NOW_MS + 401 * DAY_MS;
    assert.equal(await firstEvent(database), 1);
    const begin = await newestEvent(database);
    for (const atMs of [NOW_MS, NOW_MS + DAY_MS, laterMs]) {
      await database.transaction((queries) => insertHubEvent(queries, 'station.online', sid, atMs));
    }
    const table = new WebhookTable(database);
    const received: { data: { first?: number; events: { n: number }[] } }[] = [];
    await using hook = await listening(async (request, response) => {
      response.writeHead(204).end();
      received.push(JSON.parse(await text(request)));
    });
    await table.add(hook.url, { sid }, 0, NOW_MS);
    // No event matches its filter any more: it gets the removal at once, and only that.
    const other = granted(await table.add(hook.url, { sid, kind: 'no.such' }, 0, NOW_MS));

    await forgetClock(database);
    const isPublished = (n: number) =>
      database.query(
        "INSERT INTO counter (name, value) VALUES ('published', $1) ON CONFLICT (name) DO UPDATE SET value = $1",
        [n],
      );
    const keptNow = async () => {
      await retentionAt(laterMs).remove();
      const kept = await eventsAfter(database, { after: 0, limit: 1000 });
      assert.equal(await firstEvent(database), kept[0]?.n);
      return kept.map(({ n }) => n - begin);
    };
    // Events that the broker does not have yet stay.
    await isPublished(begin);
    assert.deepEqual(await keptNow(), [1, 2, 3]);
    await isPublished(begin + 3);
    assert.deepEqual(await keptNow(), [2, 3]);

    const addresses = new OutboundAddresses(['127.0.0.1']);
    const webhooks = new Webhooks({
      database,
      table,
      addresses,
      clock: CLOCK,
      nowMs: () => laterMs,
      log: SILENT_LOG,
    });
    await webhooks.wake();
    await until('both messages', () => received.length === 2 || undefined);
    await until('their notes', async () => (await table.due(laterMs)).length === 0 || undefined);
    assert.equal((await table.get(other.id))?.after_n, begin + 3);
    await webhooks.stop();
    assert.deepEqual(received.map(({ data }) => [data.first, ...data.events.map(({ n }) => n - begin)]).toSorted(), [
      [begin + 2],
      [begin + 2, 2, 3],
    ]);

    const tail = new EventTail({ database, log: SILENT_LOG });
    const streams = new EventStreams({ tail, log: SILENT_LOG });
    const startOf = async (after: number) => {
      await using server = await listening((_request, response) => {
        const result = streams.open('session', { after });
        assert.ok(typeof result === 'object' && 'write' in result);
        result.write(response);
      });
      const { body } = await fetch(server.url);
      let seen = '';
      for await (const part of body ?? []) {
        seen += Buffer.from(part).toString();
        if (seen.includes(`id: ${begin + 3}\n`)) break;
      }
      return seen;
    };
    const told = `event: removed\nid: ${begin + 1}\ndata: {"first":${begin + 2}}\n\n`;
    assert.ok((await startOf(0)).startsWith(`retry: 2000\n\n${told}id: ${begin + 2}\n`));
    assert.ok(!(await startOf(begin + 1)).includes('removed'));
    streams.end();
    await tail.stop();
  });

  it('tells a reader of a stream what is removed while it reads', async () => {
    const { database } = fixture();
    const tail = new EventTail({ database, log: SILENT_LOG });
    const ended = new AbortController();
    const first = await firstEvent(database);
    const reader = tail.follow({ after: first - 1, aliveMs: 10_000, signal: ended.signal });
    assert.deepEqual((await reader.next()).value?.events[0]?.n, first);
    // As if it were the oldest: a page is 500 events.
    const behind = tail.follow({ after: first - 1, kind: 'no.such', aliveMs: 10, signal: ended.signal });
    await database.query("UPDATE counter SET value = $1 WHERE name = 'first_event'", [first + 1]);
    assert.equal((await behind.next()).value?.keptFrom, first + 1);
    assert.equal((await behind.next()).value?.keptFrom, undefined);
    await database.query("UPDATE counter SET value = $1 WHERE name = 'first_event'", [first]);
    for (const reading of [reader, behind]) await reading.return(undefined);
    await tail.stop();
  });

  it('removes what is over from the lists beside the archive, and keeps the audit log a chain', async () => {
    const { database } = fixture();
    const { sid } = await fixture().newStation('swwwwwwwwwwww');
    await forgetClock(database);
    const nowMs = NOW_MS + 1101 * DAY_MS;
    const old = { command: nowMs - 401 * DAY_MS, row: nowMs - 31 * DAY_MS, audit: nowMs - 1101 * DAY_MS };
    const rows = async (table: string, column: string) =>
      (await database.query<{ id: string }>(`SELECT ${column}::text AS id FROM ${table} ORDER BY ${column}`)).map(
        ({ id }) => id,
      );
    const given = (id: string, state: string, askedMs: number) =>
      database.query(
        "INSERT INTO command (id, sid, op, key_id, who, fingerprint, asked_ms, late_ms, state) VALUES ($1, $2, 'op', 'k', 'who', 'f', $4, $4, $3)",
        [id, sid, state, askedMs],
      );
    await given('old', 'answered', old.command);
    await given('old, open', 'open', old.command);
    await given('new', 'answered', old.command + 2 * DAY_MS);
    await database.query('DELETE FROM alarm');
    for (const [code, endedMs] of [
      [1, old.command],
      [2, old.command + 2 * DAY_MS],
      [3, null],
    ] as const) {
      await database.query(
        "INSERT INTO alarm (sid, epoch, code, severity, message, began_ms, ended_ms) VALUES ($1, 'e', $2, 'Info', '', 1, $3)",
        [sid, code, endedMs],
      );
    }
    const refused = (digest: string, notedMs: number) =>
      database.query("INSERT INTO quarantine (sid, digest, reason, bytes, noted_ms) VALUES ($1, $2, '', '', $3)", [
        ...[sid, digest, notedMs],
      ]);
    await database.query('DELETE FROM quarantine');
    await database.query(
      "INSERT INTO quarantine (sid, digest, reason, bytes, noted_ms) SELECT $1, n::text, '', '', $2 FROM generate_series(1, $3) AS n",
      [sid, old.row, ROWS_MAX + 5],
    );
    await refused('new', old.row + 2 * DAY_MS);
    await database.query('DELETE FROM audit');
    let atMs = old.audit;
    const audit = new HubAudit(database, () => atMs);
    const note = () => audit.note({ who: 'who', what: 'what', outcome: 'done' });
    for (let entry = 0; entry < 5; entry += 1) await note();
    atMs = nowMs;
    await note();
    // After a clock was corrected, entries that follow a newer one stay.
    atMs = old.audit;
    await note();

    await retentionAt(nowMs).remove();
    assert.deepEqual(await rows('command', 'id'), ['new', 'old, open']);
    assert.deepEqual(await rows('alarm', 'code'), ['2', '3']);
    assert.deepEqual(await rows('quarantine', 'digest'), ['new']);
    const first = 6;
    assert.deepEqual(await rows('audit', 'n'), [first, first + 1].map(String));
    const [newest, oldest] = await audit.read({ before: Number.MAX_SAFE_INTEGER, limit: 2 });
    assert.equal(newest?.previous, oldest?.hash);
    // The newest entry stays however old it is: numbers and hashes go on from it.
    await forgetClock(database);
    await retentionAt(nowMs + 1101 * DAY_MS).remove();
    assert.deepEqual(await rows('audit', 'n'), [String(first + 1)]);
    await note();
    assert.equal((await audit.read({ before: Number.MAX_SAFE_INTEGER, limit: 1 }))[0]?.previous, newest?.hash);
  });

  it('removes nothing for a day by a clock that has leapt, and lets nothing become old because a slow one is set right', async () => {
    const { database } = fixture();
    const journal = await fixture().newStation('svvvvvvvvvvvv');
    await forgetClock(database);
    await retentionAt(NOW_MS).remove();
    // Stored by a clock that had lost its battery.
    await fixture()
      .archive(0)
      .store([fixture().checked(journal, journal.seal(3))]);
    await retentionAt(NOW_MS + 60_000).remove();
    const archived = async () => (await readEpochs(database, journal.sid))[0]?.archived;
    assert.equal(await archived(), 3);
    const wrong = retentionAt(NOW_MS + 10 * 365 * DAY_MS);
    for (let look = 1; look <= 20; look += 1) await wrong.remove();
    // Another replica whose clock is right.
    await retentionAt(NOW_MS + 120_000).remove();
    for (let look = 1; look <= 24; look += 1) await wrong.remove();
    assert.equal(await archived(), 3);
    // It has stayed: the hub was off for years.
    await wrong.remove();
    assert.equal(await archived(), 0);
  });
}

/** So that the tests can be at any time. */
const forgetClock = (database: Database) => database.query("DELETE FROM counter WHERE name = 'archive_clock'");

async function listening(listener: RequestListener) {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
