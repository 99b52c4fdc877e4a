import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Nkey } from '@kitestring/hubcontract/nkey.ts';
import { StoreFault } from '@kitestring/store/store-fault.ts';
import { Archive } from '../src/archive/archive.ts';
import { epochsOf, eventsAfter, recordsOf, segmentsOf } from '../src/archive/archive-queries.ts';
import type { CheckedSegment } from '../src/archive/check-segment.ts';
import { checkSegment } from '../src/archive/check-segment.ts';
import type { Database } from '../src/database/database.ts';
import { migrate } from '../src/database/migrations.ts';
import { openPglite } from '../src/database/pglite-database.ts';
import { openPostgres } from '../src/database/postgres-database.ts';
import { HubFault } from '../src/hub-fault.ts';
import { auditHash, HubAudit } from '../src/registry/audit.ts';
import { Enrolments } from '../src/registry/enrolments.ts';
import { type RegisteredStation, Stations } from '../src/registry/stations.ts';
import { publishedBytes, type SealedSegment, TestJournal } from './support/test-journal.ts';
import { missingPostgres, TestPostgres } from './support/test-postgres.ts';

const NOW_MS = Date.UTC(2026, 2, 1, 10);
const INVENTORY = { rev: 1, name: 'Engine 7', software: '0.1.0', api: '1.1.0', cameras: [] };

interface OpenDatabase {
  readonly database: Database;
  close(): Promise<void>;
}

describeDatabase('PGlite', false, async () => {
  const database = await openPglite('memory://');
  return { database, close: () => database.close() };
});

describeDatabase('PostgreSQL', missingPostgres(), async () => {
  const server = await TestPostgres.start();
  const database = await openPostgres(server.url);
  return {
    database,
    close: async () => {
      await database.close();
      await server[Symbol.asyncDispose]();
    },
  };
});

describe('a PostgreSQL that goes away', { skip: missingPostgres() }, () => {
  it('is a fault of the store, for single statements and for transactions', async () => {
    const server = await TestPostgres.start();
    const database = await openPostgres(server.url);
    await database.query('SELECT 1');
    await server[Symbol.asyncDispose]();
    const isFault = (error: unknown) => error instanceof StoreFault && error.code === 'STORE_UNWRITABLE';
    await assert.rejects(database.query('SELECT 1'), isFault);
    await assert.rejects(
      database.transaction(({ query }) => query('SELECT 1')),
      isFault,
    );
    await database.close();
    await assert.rejects(openPostgres(server.url), HubFault);
  });
});

/** The same for every database of a hub. */
function describeDatabase(name: string, skip: string | false, open: () => Promise<OpenDatabase>): void {
  describe(`the hub on ${name}`, { skip }, () => {
    let opened: OpenDatabase;
    let database: Database;
    let stations: Stations;
    before(async () => {
      opened = await open();
      database = opened.database;
      await migrate(database);
      stations = await Stations.open(database);
    });
    after(() => opened?.close());

    /** A station with a journal. */
    async function newStation(sid: string): Promise<TestJournal> {
      const journal = new TestJournal(sid, 'abcdefghijkl');
      const station: RegisteredStation = {
        ...{ sid, name: INVENTORY.name, key: journal.key.publicKey, createdMs: NOW_MS, inventory: INVENTORY },
        ...{ revokedMs: undefined, beat: undefined, seenMs: undefined },
      };
      await database.transaction((queries) => stations.insert(queries, station));
      stations.added(station);
      return journal;
    }
    const checked = (journal: TestJournal, sealed: SealedSegment): CheckedSegment => {
      const check = checkSegment(journal.sid, publishedBytes(sealed), stations.keysOf(journal.sid));
      assert.ok(check.ok, check.ok ? '' : check.reason);
      return check.segment;
    };
    const archive = () => new Archive(database, () => NOW_MS);

    it('is brought up to date once, also by two at the same time, and refuses the schema of a newer version', async () => {
      await Promise.all([migrate(database), migrate(database)]);
      await database.query('UPDATE schema_version SET version = version + 1');
      await assert.rejects(
        migrate(database),
        (error) => error instanceof HubFault && /newer version/.test(error.message),
      );
      await database.query('UPDATE schema_version SET version = version - 1');
    });

    it('archives every record once, however often and by however many archivers it is stored', async () => {
      const journal = await newStation('saaaaaaaaaaaa');
      const segments = [4, 1, 7, 2].map((count) => checked(journal, journal.seal(count, 'link.up', { reason: 'x' })));
      const [first, second, third, fourth] = segments as [
        CheckedSegment,
        CheckedSegment,
        CheckedSegment,
        CheckedSegment,
      ];
      const plans = await Promise.all([archive().store([second, first]), archive().store([first, second, fourth])]);
      assert.equal(plans.flatMap(({ stored }) => stored).length, 2);
      await archive().store([fourth, third, first]);
      const [summary] = await epochsOf(database, journal.sid);
      assert.deepEqual([summary?.have, summary?.archived, summary?.gaps], [14, 14, []]);
      assert.equal(summary?.hash, fourth.head.h);
      const stored = await segmentsOf(database, journal.sid, { epoch: journal.epoch, after: 0, limit: 10 });
      assert.deepEqual(
        stored.flatMap(recordsOf).map(({ s }) => s),
        Array.from({ length: 14 }, (_, index) => index + 1),
      );
    });

    it('numbers events in the order of their archiving: a reader that goes on from a number gets each once', async () => {
      const journal = await newStation('sbbbbbbbbbbbb');
      const [{ n: begin = 0 } = {}] = (await eventsAfter(database, { after: 0, limit: 1000 })).slice(-1);
      for (const kind of ['link.up', 'flight.phase', 'link.down']) {
        await archive().store([checked(journal, journal.seal(2, kind, { text: 'a\0b\ud800' }))]);
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
      // What a database cannot keep in a text is replaced there; the segment has the original.
      assert.deepEqual(last?.data, { text: 'a\ufffdb\ufffd' });
    });

    it('commits all of a batch or nothing', async () => {
      const journal = await newStation('scccccccccccc');
      const segment = checked(journal, journal.seal(3));
      const failing: Database = {
        ...database,
        transaction: (work) =>
          database.transaction(async (queries) => {
            await work(queries);
            throw new Error('power cut');
          }),
      };
      await assert.rejects(new Archive(failing, () => NOW_MS).store([segment]), /power cut/);
      assert.deepEqual(await epochsOf(database, journal.sid), []);
      assert.deepEqual((await archive().store([segment])).outcomes, ['stored']);
    });

    it('shows declared gaps, and records that no journal has any more', async () => {
      const journal = await newStation('sdddddddddddd');
      const sealed = [5, 5, 5].map((count) => journal.seal(count)) as [SealedSegment, SealedSegment, SealedSegment];
      const [first, second, third] = sealed;
      const withoutBody = { ...second, body: new Uint8Array() };
      await archive().store([checked(journal, first), checked(journal, withoutBody)]);
      assert.equal((await archive().noteLost(journal.sid, journal.epoch, 3)).have, 10);
      await archive().noteLost(journal.sid, 'bbbbbbbbbbbb', 11);
      await archive().store([checked(journal, third)]);
      const [present, other] = await epochsOf(database, journal.sid);
      assert.deepEqual([present?.archived, present?.gaps], [10, [{ first: 6, last: 10, kind: 'declared' }]]);
      assert.deepEqual([other?.have, other?.gaps], [10, [{ first: 1, last: 10, kind: 'lost' }]]);
      await database.query('DELETE FROM segment WHERE sid = $1 AND first = 6', [journal.sid]);
      const [damaged] = await epochsOf(database, journal.sid);
      assert.deepEqual(damaged?.gaps, [{ first: 6, last: 10, kind: 'missing' }]);
    });

    it('raises the generation of an order to send again by one each time', async () => {
      const journal = await newStation('seeeeeeeeeeee');
      assert.equal((await archive().nextGeneration(journal.sid, journal.epoch)).generation, 1);
      assert.equal((await archive().nextGeneration(journal.sid, journal.epoch)).generation, 2);
      assert.equal((await archive().cursor(journal.sid, journal.epoch)).generation, 2);
    });

    it('keeps a refused segment once, and a hundred for each station', async () => {
      const bytes = Buffer.from([0, 1, 255]);
      for (let index = 0; index < 103; index += 1) {
        await archive().quarantine('sffffffffffff', `digest ${Math.floor(index / 2)}`, 'sig: wrong', bytes);
        await archive().quarantine('sgggggggggggg', `digest ${index}`, 'sig: wrong', bytes);
      }
      const count = async (sid: string) => {
        const [row] = await database.query('SELECT count(*) AS count FROM quarantine WHERE sid = $1', [sid]);
        return row?.count;
      };
      assert.deepEqual([await count('sffffffffffff'), await count('sgggggggggggg')], [52, 100]);
      const [row] = await database.query<{ bytes: Uint8Array }>('SELECT bytes FROM quarantine LIMIT 1');
      assert.deepEqual(Buffer.from(row?.bytes ?? []), bytes);
    });

    it('gives a code of 128 bits for ten minutes to one station only, also to two at the same moment', async () => {
      const enrolments = new Enrolments(database);
      const { code, enrolment } = await enrolments.add('truck', 'first', NOW_MS);
      assert.match(code, /^[a-z2-7]{26}$/);
      assert.equal(enrolment.expires_ms, NOW_MS + 600_000);
      const use = (text: string, nowMs: number) =>
        database.transaction((queries) => enrolments.use(queries, text, nowMs));
      assert.equal(await use(code, NOW_MS + 600_000), undefined);
      assert.equal(await use('a'.repeat(26), NOW_MS), undefined);
      const uses = await Promise.all([use(code, NOW_MS + 599_999), use(code, NOW_MS + 599_999)]);
      assert.deepEqual(uses.filter(Boolean), [enrolment.id]);
      assert.equal(await enrolments.withdraw(enrolment.id), false);
      const kept = JSON.stringify(await database.query('SELECT * FROM enrolment'));
      assert.ok(!kept.includes(code), 'only the hash of a code is kept');
    });

    it('remembers the stations with all their keys after a restart', async () => {
      const journal = await newStation('shhhhhhhhhhhh');
      const newKey = Nkey.make('user').publicKey;
      await stations.useKey(journal.sid, newKey, NOW_MS);
      await stations.keepInventory(journal.sid, { ...INVENTORY, rev: 2, name: 'Ladder 1' });
      await stations.revoke(journal.sid, NOW_MS + 1);
      const again = await Stations.open(database);
      const { key, name, revokedMs } = again.get(journal.sid) ?? {};
      assert.deepEqual([key, name, revokedMs], [newKey, 'Ladder 1', NOW_MS + 1]);
      assert.deepEqual([...again.keysOf(journal.sid)].sort(), [journal.key.publicKey, newKey].sort());
    });

    it('chains what is audited, also when two write at the same time', async () => {
      const audit = new HubAudit(database, () => NOW_MS);
      const action = (what: string) => ({ who: 'first', what, outcome: 'done', address: '192.0.2.7' });
      await Promise.all(['a', 'b', 'c'].map((what) => audit.note(action(what))));
      const entries = (await audit.read(Number.MAX_SAFE_INTEGER, 3)).toReversed();
      for (const [index, entry] of entries.entries()) {
        assert.equal(entry.hash, auditHash(entry));
        if (index > 0) assert.equal(entry.previous, entries[index - 1]?.hash);
      }
      assert.deepEqual(
        entries.map(({ n }) => n),
        [1, 2, 3],
      );
    });
  });
}
