import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { ARCHIVE_CONSUMER, journalStream } from '@kitestring/hub-contract/streams.ts';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import { TestBroker } from '@kitestring/hub-link/test/support/test-broker.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { ServedTime } from '@kitestring/lab-testing/served-time.ts';
import { jetstreamManager } from '@nats-io/jetstream';
import type { Archive } from '../src/archive/archive.ts';
import { Archiver } from '../src/archive/archiver.ts';
import { type ArchiveCursor, cursorKey, planBatch } from '../src/archive/plan-batch.ts';
import { SHARD } from '../src/broker/make-streams.ts';
import { publishedBytes, type SealedSegment, TestJournal } from './support/test-journal.ts';
import { until } from './support/until.ts';

const SID = 'sabcdefghijkl';

/** There is no other replica that could know more. */
const ALONE = { budgets: { take: () => true }, loadKeys: () => Promise.resolve([]), replicas: 1, log: SILENT_LOG };

/** No segment comes, so none is stored. */
const NEVER_ASKED = {} as Archive;

describe('the archiver', { skip: missingNatsServer() }, () => {
  it('ends when it is stopped at any moment of its start', async () => {
    await using broker = await TestBroker.start();
    const connection = await broker.hub();
    for (let turns = 0; turns < 40; turns += 1) {
      const archiver = new Archiver({
        connection,
        archive: NEVER_ASKED,
        keysOf: () => [],
        ...ALONE,
        onMoved: () => assert.fail(),
      });
      // Each message of the broker is a turn of the event loop.
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
      await archiver.stop();
    }
    await connection.close();
  });

  it('offers segments again after a failure of the database, and ends while it fails', async () => {
    await using broker = await TestBroker.start();
    const connection = await broker.hub();
    const journal = new TestJournal(SID, 'abcdefghijkl');
    let asked = 0;
    const failures = new Set<string>();
    const again = Promise.withResolvers<void>();
    const store: Archive['store'] = (segments) => {
      if (segments.some(({ head }) => head.f === 1)) asked += 1;
      if (asked === 2) again.resolve();
      return Promise.reject(new Error('the database is away'));
    };
    const archiver = new Archiver({
      connection,
      archive: { store } as Archive,
      keysOf: () => [journal.key.publicKey],
      ...ALONE,
      log: { ...SILENT_LOG, warn: (fields: { err?: unknown }) => void failures.add(String(fields.err)) },
      onMoved: () => assert.fail(),
    });
    // Also when an assertion fails: otherwise it would retry without end.
    await using ended = new AsyncDisposableStack();
    ended.defer(() => connection.close());
    ended.defer(() => archiver.stop());
    const station = await broker.station(SID, journal.key);
    ended.defer(() => station.close());
    for (let segment = 0; segment < 3; segment += 1) {
      const bytes = publishedBytes(journal.seal(2));
      // The archiver makes the stream.
      await until('the stream', () => station.request(SUBJECTS.journal(SHARD, SID), bytes).catch(() => false as const));
    }
    await again.promise;
    await archiver.stop();
    assert.deepEqual([...failures], ['Error: the database is away']);
  });

  it('repeats its request while a cluster has no leader, without waiting for what only a leader answers', async () => {
    await using broker = await TestBroker.start();
    const connection = await broker.hub();
    await using ended = new AsyncDisposableStack();
    ended.defer(() => connection.close());
    const journal = new TestJournal(SID, 'abcdefghijkl');
    const stored = Promise.withResolvers<void>();
    const store: Archive['store'] = (batch) => {
      stored.resolve();
      return Promise.resolve({ outcomes: batch.map(() => 'stored' as const), stored: batch, moved: [] });
    };
    const archiver = new Archiver({
      connection,
      archive: { store } as Archive,
      keysOf: () => [journal.key.publicKey],
      ...ALONE,
      onMoved: () => {},
    });
    ended.defer(() => archiver.stop());
    const station = await broker.station(SID, journal.key);
    ended.defer(() => station.close());
    const send = () =>
      until('its acknowledgement', () =>
        station.request(SUBJECTS.journal(SHARD, SID), publishedBytes(journal.seal(1))).catch(() => false as const),
      );
    await send();
    await stored.promise;
    // From now on the consumer has no leader.
    const { publish, request } = connection;
    let [pulls, questions] = [0, 0];
    connection.publish = (subject, ...rest) => {
      if (subject.startsWith('$JS.API.CONSUMER.MSG.NEXT')) pulls += 1;
      else publish.call(connection, subject, ...rest);
    };
    connection.request = (subject, ...rest) => {
      if (!subject.startsWith('$JS.API.CONSUMER.INFO')) return request.call(connection, subject, ...rest);
      questions += 1;
      return new Promise(() => {});
    };
    await until('further requests', () => pulls > 3);
    assert.equal(questions, 1);
  });

  it('has everything that had arrived offered again soon, after a failure and to the next archiver', async () => {
    await using broker = await TestBroker.start();
    const connection = await broker.hub();
    await using ended = new AsyncDisposableStack();
    ended.defer(() => connection.close());
    const journal = new TestJournal(SID, 'abcdefghijkl');
    const stored = new Set<number>();
    const segments = Array.from({ length: 60 }, () => journal.seal(1));
    const makeArchiver = (store: Archive['store']) => {
      const archiver = new Archiver({
        connection,
        archive: { store } as Archive,
        keysOf: () => [journal.key.publicKey],
        ...ALONE,
        onMoved: () => {},
      });
      ended.defer(() => archiver.stop());
      return archiver;
    };
    const all: Archive['store'] = (batch) => {
      for (const { head } of batch) stored.add(head.f);
      return Promise.resolve({ outcomes: batch.map(() => 'stored' as const), stored: batch, moved: [] });
    };
    const station = await broker.station(SID, journal.key);
    ended.defer(() => station.close());
    const publish = (from: number, to: number) =>
      Promise.all(
        segments
          .slice(from, to)
          .map((segment) =>
            until('its acknowledgement', () =>
              station.request(SUBJECTS.journal(SHARD, SID), publishedBytes(segment)).catch(() => false as const),
            ),
          ),
      );
    // The first is under way while the others come, and fails then.
    const others = Promise.withResolvers<void>();
    let failures = 0;
    const failing = makeArchiver((batch) =>
      failures++ === 0 ? others.promise.then(() => Promise.reject(new Error('the database is away'))) : all(batch),
    );
    await publish(0, 1);
    await publish(1, 30);
    using sinceFailure = new ServedTime();
    others.resolve();
    await until('the first half', () => stored.size === 30 || undefined);
    // Stopped with segments before it that it has not looked at.
    await failing.stop();
    const stopped = Promise.withResolvers<void>();
    const stopping = makeArchiver(() => stopped.promise.then(() => Promise.reject(new Error('the database is away'))));
    await publish(30, 60);
    const isStopped = stopping.stop();
    stopped.resolve();
    await isStopped;
    makeArchiver(all);
    await until('the second half', () => stored.size === 60 || undefined);
    assert.ok(sinceFailure.ms < 20_000, `${sinceFailure.ms} ms: the broker has waited for answers`);
  });

  it('goes on with all stations where more segments wait for lost ones than the broker lets wait', async () => {
    await using broker = await TestBroker.start();
    const connection = await broker.hub();
    await using ended = new AsyncDisposableStack();
    ended.defer(() => connection.close());
    const [gone, other] = [new TestJournal(SID, 'abcdefghijkl'), new TestJournal('sbbbbbbbbbbbb', 'abcdefghijkl')];
    const cursors = new Map<string, ArchiveCursor>();
    for (const { epoch, sid } of [gone, other]) {
      cursors.set(cursorKey(sid, epoch), { sid, epoch, have: 0, hash: undefined, generation: 0 });
    }
    const behind = new Set<boolean>();
    const archiver: Archiver = new Archiver({
      connection,
      ...ALONE,
      waitMs: 1,
      onMoved: () => {},
      keysOf: (sid) => [(sid === SID ? gone : other).key.publicKey],
      archive: {
        store: (batch: Parameters<Archive['store']>[0]) => {
          if (archiver.waiting > 0) behind.add(archiver.isBehind);
          const plan = planBatch(batch, cursors);
          for (const cursor of plan.moved) cursors.set(cursorKey(cursor.sid, cursor.epoch), cursor);
          return Promise.resolve(plan);
        },
      } as Archive,
    });
    ended.defer(() => archiver.stop());
    const send = async ({ key, sid }: TestJournal, segment: SealedSegment) => {
      const station = await broker.station(sid, key);
      await until('its acknowledgement', () =>
        station.request(SUBJECTS.journal(SHARD, sid), publishedBytes(segment)).catch(() => false as const),
      );
      await station.close();
    };
    const have = ({ epoch, sid }: TestJournal) => cursors.get(cursorKey(sid, epoch))?.have;
    await send(other, other.seal(1));
    await until('the first segment', () => have(other) === 1 || undefined);
    const manager = await jetstreamManager(connection);
    await manager.consumers.update(journalStream(SHARD).name, ARCHIVE_CONSUMER.name, { max_ack_pending: 2 });
    // Its first one was lost with a broker, or was too old for the stream.
    const [first, ...rest] = Array.from({ length: 6 }, () => gone.seal(1));
    for (const segment of rest) await send(gone, segment);
    await send(other, other.seal(1));
    await until('the second segment', () => have(other) === 2 || undefined);
    assert.ok(behind.has(false), 'who waits for lost segments is asked for them');
    for (const segment of [first, ...rest]) if (segment !== undefined) await send(gone, segment);
    await until('all that is sent again', () => have(gone) === 6 || undefined);
  });
});
