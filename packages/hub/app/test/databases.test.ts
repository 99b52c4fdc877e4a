import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { StoreFault } from '@kitestring/base/store-fault.ts';
import { ChaosRelay } from '@kitestring/lab-testing/chaos-relay.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { readEpochs } from '../src/archive/archive-queries.ts';
import type { Database, Queries } from '../src/database/database.ts';
import { MIGRATIONS, migrate, OLDEST_VERSION } from '../src/database/migrations.ts';
import { openPostgres } from '../src/database/postgres-database.ts';
import { HubFault } from '../src/hub-fault.ts';
import { archiveTests } from './support/archive-tests.ts';
import { countLimitTests } from './support/count-limit-tests.ts';
import { DatabaseFixture } from './support/database-fixture.ts';
import { eventListTests } from './support/event-list-tests.ts';
import { openEmptyDatabase } from './support/new-database.ts';
import { registryTests } from './support/registry-tests.ts';
import { retentionTests } from './support/retention-tests.ts';
import { revocationTests } from './support/revocation-tests.ts';
import { signInTests } from './support/sign-in-tests.ts';
import { missingPgDump, missingPostgres, postgresPath, TestPostgres } from './support/test-postgres.ts';
import { until } from './support/until.ts';
import { uploadRetentionTests } from './support/upload-retention-tests.ts';

interface OpenDatabase {
  readonly database: Database;
  close(): Promise<void>;
}

describeDatabase('PGlite', false, async () => {
  const database = await openEmptyDatabase();
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

/** A column that the version before does not fill must have a default or take NULL, and what it uses must stay. */
const TAKES_AWAY = [
  /\bDROP (TABLE|COLUMN|DEFAULT|VIEW)\b/i,
  /\bRENAME\b/i,
  /\bSET NOT NULL\b/i,
  /\bSET DATA TYPE\b|\bALTER COLUMN \w+ TYPE\b/i,
  /\bADD COLUMN (?:(?!DEFAULT|ADD COLUMN).)*NOT NULL(?!(?:(?!ADD COLUMN).)*DEFAULT)/is,
  /\bADD (CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\b/i,
  /\bCREATE UNIQUE INDEX\b/i,
];

const isFault = (error: unknown) => error instanceof StoreFault && error.code === 'STORE_UNWRITABLE';

function undefinedIfAway(error: unknown): undefined {
  if (!isFault(error)) throw error;
}

describe('the migrations of the database', () => {
  it('take nothing away that the version before uses, or say which version is the oldest that can go on', () => {
    const wrong = MIGRATIONS.flatMap((statements, index) =>
      index + 1 <= OLDEST_VERSION ? [] : statements.filter((sql) => TAKES_AWAY.some((rule) => rule.test(sql))),
    );
    assert.deepEqual(wrong, []);
    for (const sql of ['ADD COLUMN a text NOT NULL', 'ADD COLUMN a text DEFAULT 1, ADD COLUMN b text NOT NULL']) {
      assert.ok(
        TAKES_AWAY.some((rule) => rule.test(`ALTER TABLE t ${sql}`)),
        sql,
      );
    }
  });
});

describe('a PostgreSQL outside of the hub', { skip: missingPostgres() }, () => {
  let server: TestPostgres;
  before(async () => {
    server = await TestPostgres.start();
  });
  // Without it the process would not end when the last test is left out.
  after(() => server?.[Symbol.asyncDispose]());

  it('is copied by the commands of the page while the archive stores, and put back by them: nothing lost or doubled', {
    skip: missingPgDump(),
  }, async () => {
    using folder = new TestFolder();
    const keys = folder.file('etc/keys/operator.nk');
    mkdirSync(dirname(keys), { recursive: true });
    writeFileSync(keys, 'seed');
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/hub/backup.md'), 'utf8');
    const [backUp = '', restore = ''] = [...page.matchAll(/^```sh\n([^`]*\bpg_\w+ [^`]*)^```$/gm)].map(
      ([, commands = '']) => commands.replaceAll('/etc/kitestring-hub', folder.file('etc')),
    );
    const run = (commands: string) => {
      const env = { ...process.env, DATABASE: server.url, PATH: postgresPath() };
      return promisify(execFile)('sh', ['-eu', '-c', commands], { cwd: folder.path, env });
    };
    const database = await openPostgres(server.url);
    const fixture = await DatabaseFixture.make(database);
    const journal = await fixture.newStation('saaaaaaaaaaaa');
    const store = () => fixture.archive().store([fixture.checked(journal, journal.seal(3))]);
    const summary = async () => (await readEpochs(database, journal.sid))[0];
    await store();
    const before = journal.head;
    let isDone = false;
    const done = run(backUp).finally(() => {
      isDone = true;
    });
    while (!isDone) await store();
    await done;
    const after = journal.head;
    for (const name of ['hub.dump', 'keys.tar.gz']) assert.equal(statSync(folder.file(name)).mode & 0o777, 0o600);
    await store();
    rmSync(dirname(keys), { recursive: true });
    await run(restore);
    assert.equal(readFileSync(keys, 'utf8'), 'seed');
    await migrate(database);
    const restored = await summary();
    assert.ok(restored !== undefined && restored.have >= before && restored.have <= after, `${restored?.have}`);
    assert.deepEqual([restored.archived, restored.gaps], [restored.have, []]);
    // As stations do, from the first one that is missing.
    for (const sealed of journal.segments) await fixture.archive().store([fixture.checked(journal, sealed)]);
    const whole = await summary();
    assert.deepEqual([whole?.have, whole?.archived, whole?.gaps], [journal.head, journal.head, []]);
    await database.close();
  });

  it('is made once by replicas that start together on an empty one', async () => {
    const first = await openPostgres(server.url);
    await first.query('CREATE DATABASE empty');
    await first.close();
    const database = await openPostgres(server.url.replace('/postgres?', '/empty?'));
    let waiting: Promise<void> | undefined;
    // As far as another replica may be.
    await database.transaction(async ({ query }) => {
      await query('SELECT pg_advisory_xact_lock(145)');
      await query('CREATE TABLE schema_version (version integer NOT NULL)');
      waiting = migrate(database);
      const waits = "SELECT 1 FROM pg_stat_activity WHERE datname = 'empty' AND wait_event_type = 'Lock'";
      await until('the other replica', async () => (await database.query(waits)).length > 0);
    });
    await waiting;
    assert.deepEqual(await database.query('SELECT version FROM schema_version'), [{ version: MIGRATIONS.length }]);
    await database.close();
  });

  it('that vanishes without a word is a fault of the store, for single statements and for transactions', async () => {
    await using relay = await ChaosRelay.start(server.socket, 1);
    const database = await openPostgres(`postgres://hub@127.0.0.1:${relay.port}/postgres`, { answerMs: 2000 });
    relay.freeze();
    await assert.rejects(database.query('SELECT 1'), isFault);
    relay.thaw();
    const interrupted = database.transaction(async ({ query }) => {
      await query('SELECT 1');
      relay.freeze();
      await query('SELECT 1');
    });
    await assert.rejects(interrupted, isFault);
    relay.thaw();
    // On a busy machine two seconds may pass before a server that is there has answered.
    const found = await until('an answer', () => database.query('SELECT 1 AS one').catch(undefinedIfAway));
    assert.deepEqual(found, [{ one: 1 }]);
    await database.close();
  });

  it('gives a long transaction the time that a request does not have', async () => {
    const database = await openPostgres(server.url, { answerMs: 2000 });
    const lock = 'SELECT pg_advisory_xact_lock(1)';
    const other = await openPostgres(server.url);
    const held = Promise.withResolvers<void>();
    const free = Promise.withResolvers<void>();
    const holder = other.transaction(async ({ query }) => {
      await query(lock);
      held.resolve();
      await free.promise;
    });
    await held.promise;
    const long = database.transaction(({ query }) => query(lock), { isLong: true });
    // Asked later, and given up first.
    await assert.rejects(
      database.transaction(({ query }) => query(lock)),
      isFault,
    );
    free.resolve();
    await Promise.all([holder, long]);
    await database.close();
    await other.close();
  });

  it('lets a change of the schema begin again as often as a replica that goes on is in its way', async () => {
    const [database, replica] = [await openPostgres(server.url), await openPostgres(server.url)];
    const lock = (n: number) => `SELECT pg_advisory_xact_lock(${n})`;
    const replicas: Promise<void>[] = [];
    let attempts = 0;
    const change = async ({ query }: Queries) => {
      attempts += 1;
      await query("SET LOCAL deadlock_timeout = '10ms'");
      await query(lock(1));
      if (attempts > 6) return;
      // It has the second lock and waits for the first: one of the two must give way.
      const holds = Promise.withResolvers<void>();
      const use = async ({ query }: Queries) => {
        await query("SET LOCAL deadlock_timeout = '1h'");
        await query(lock(2));
        holds.resolve();
        await query(lock(1));
      };
      replicas.push(replica.transaction(use));
      await holds.promise;
      await query(lock(2));
    };
    await database.transaction(change, { isLong: true });
    assert.equal(attempts, 7);
    await Promise.all(replicas);
    for (const one of [database, replica]) await one.close();
  });

  it('that goes away is a fault of the store, for single statements, for transactions, and for one that is between two statements', async () => {
    const database = await openPostgres(server.url);
    const interrupted = database.transaction(async ({ query }) => {
      await query('SELECT 1');
      await server[Symbol.asyncDispose]();
      for (;;) await query('SELECT 1');
    });
    await assert.rejects(interrupted, isFault);
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
    let fixture: DatabaseFixture;
    before(async () => {
      opened = await open();
      fixture = await DatabaseFixture.make(opened.database);
    });
    after(() => opened?.close());

    it('is brought up to date once, also by two at the same time, and goes on with a newer schema unless it took something away', async () => {
      const { database } = fixture;
      await Promise.all([migrate(database), migrate(database)]);
      const own = MIGRATIONS.length;
      await database.query('UPDATE schema_version SET version = $1, oldest = $2', [own + 1, own]);
      await migrate(database);
      assert.deepEqual(await database.query('SELECT version, oldest FROM schema_version'), [
        { version: own + 1, oldest: own },
      ]);
      await database.query('UPDATE schema_version SET oldest = version');
      await assert.rejects(
        migrate(database),
        (error) =>
          error instanceof HubFault && error.message.includes(`has schema ${own + 1} of a newer version, which serves`),
      );
      await database.query('UPDATE schema_version SET version = $1, oldest = $2', [own, OLDEST_VERSION]);
    });

    it('has what the runbooks ask it for', async () => {
      const docs = join(import.meta.dirname, '../../../../docs/hub');
      const page = ['runbooks', 'runbooks-fleet']
        .map((name) => readFileSync(join(docs, `${name}.md`), 'utf8'))
        .join('');
      const asked = [...page.matchAll(/`(SELECT [^`]+)`|```sql\n([^`]+)```/g)].map(([, line, block]) => line ?? block);
      assert.ok(asked.length >= 3);
      for (const sql of asked) await fixture.database.query(sql ?? '');
    });

    it('keeps and looks up texts that no text of a database can be', async () => {
      const { database } = fixture;
      assert.deepEqual(await database.query('SELECT $1::text AS text', ['a\0\ud800']), [{ text: 'a\ufffd\ufffd' }]);
    });

    archiveTests(() => fixture);
    eventListTests(() => fixture);
    registryTests(() => fixture);
    countLimitTests(() => fixture);
    signInTests(() => fixture);
    revocationTests(() => fixture);
    // Last: it removes events of the others too.
    retentionTests(() => fixture);
    uploadRetentionTests(() => fixture);
  });
}
