import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { DatabaseConnection } from '../database-connection.ts';
import { openStore } from '../open-store.ts';
import { SqliteStore } from '../sqlite-store.ts';
import { type AuditEvent, AuditLog } from './audit-log.ts';

const COMMAND: AuditEvent = { kind: 'Command', operation: 'flight.control.land', outcome: 'Done', status: 202 };
const DAY_S = 86_400;

/** A log on a store on disk whose time stands still. */
function logUnderTest(settings = { maxEntriesPerKind: 10_000, keepDays: 90 }) {
  const folder = new TestFolder();
  openStore(folder.path, { lock: true }).close();
  const connection = new DatabaseConnection(folder.file('station.sqlite'));
  const store = new SqliteStore(connection);
  const clock = new VirtualClock();
  const faults: unknown[] = [];
  const onStoreFault = (fault: unknown) => faults.push(fault);
  const log = new AuditLog({ store: store.audit, realTimeClock: clock, stationClock: clock, settings, onStoreFault });
  const end = () => {
    store.close();
    folder[Symbol.dispose]();
  };
  const stored = () => store.audit.newest({ limit: 100_000 });
  return { log, store, connection, clock, faults, stored, [Symbol.dispose]: end };
}

describe('the audit log', () => {
  it('has written a note when it returns', () => {
    using subject = logUnderTest();
    for (let index = 0; index < 3; index += 1) subject.log.note(COMMAND);
    assert.deepEqual(
      subject.stored().map(({ sequence, operation }) => [sequence, operation]),
      [
        [4, 'flight.control.land'],
        [3, 'flight.control.land'],
        [2, 'flight.control.land'],
        [1, 'station.start'],
      ],
    );
  });

  it('gives what was noted a moment ago to whoever reads', () => {
    using subject = logUnderTest();
    subject.log.note(COMMAND);
    const [newest] = subject.log.read({ limit: 1 });
    assert.equal(newest?.operation, 'flight.control.land');
  });

  it('writes what waits when it stops, and that it stopped', () => {
    using subject = logUnderTest();
    subject.log.note(COMMAND);
    subject.log.stop();
    assert.deepEqual(
      subject.stored().map(({ operation }) => operation),
      ['station.stop', 'flight.control.land', 'station.start'],
    );
  });

  it('lets nobody change an entry or take one out from between', () => {
    using subject = logUnderTest();
    subject.log.note(COMMAND);
    subject.log.note(COMMAND);
    subject.log.flush();
    assert.throws(() => subject.connection.exec("UPDATE audit SET outcome = 'Refused'"), /append-only/);
    assert.throws(() => subject.connection.exec('DELETE FROM audit WHERE sequence = 3'), /oldest entries only/);
    assert.equal(subject.stored().length, 3);
  });

  it('keeps so many of each kind: commands push out no sign-in', () => {
    using subject = logUnderTest({ keepDays: 90, maxEntriesPerKind: 10 });
    subject.log.note({ kind: 'SignIn', operation: 'auth.token.request', outcome: 'Done' });
    for (let index = 0; index < 1000; index += 1) subject.log.note(COMMAND);
    subject.clock.advance(0.8);
    const kinds = subject.stored().map(({ kind }) => kind);
    assert.equal(kinds.filter((kind) => kind === 'Command').length, 10);
    assert.deepEqual(kinds.slice(-2), ['SignIn', 'Station']);
    assert.equal(subject.stored()[0]?.sequence, 1002, 'the newest ones stay');
  });

  it('forgets what is older than it keeps, and goes on counting where it was', () => {
    using subject = logUnderTest({ keepDays: 0.01, maxEntriesPerKind: 1000 });
    for (let index = 0; index < 600; index += 1) subject.log.note(COMMAND);
    subject.log.flush();
    subject.clock.advance(0.011 * DAY_S);
    for (let flush = 0; flush < 4; flush += 1) {
      subject.log.note(COMMAND);
      subject.log.flush();
    }
    assert.deepEqual(
      subject.stored().map(({ sequence }) => sequence),
      [605, 604, 603, 602],
    );
  });

  it('knows accounts by id, names them by what they are called now, and forgets those deleted with their last entries', () => {
    using subject = logUnderTest({ keepDays: 1, maxEntriesPerKind: 1000 });
    const fresh = { enabled: true, epoch: 1, passkeys: [], createdAtUs: 1 } as const;
    const account = { id: 'a', login: 'ada', role: 'pilot', ...fresh } as const;
    subject.store.accounts.put({ ...account, name: 'Ada L.' });
    subject.log.note({ ...COMMAND, pluginId: 'a' });
    subject.log.note({ ...COMMAND, kind: 'Administration', target: 'a' });
    subject.log.flush();
    const names = () => subject.stored().map(({ pluginName, targetName }) => [pluginName, targetName]);
    subject.store.accounts.put({ ...account, name: 'Ada King' });
    assert.deepEqual(names().slice(0, 2), [
      [undefined, 'Ada King'],
      ['Ada King', undefined],
    ]);
    subject.store.accounts.remove('a', subject.clock.nowUs());
    assert.deepEqual(names()[1], ['Ada King', undefined]);
    const kept = () => subject.connection.prepare('SELECT name FROM account_names').all().length;
    subject.clock.advance(DAY_S - 1);
    subject.log.note(COMMAND);
    subject.log.flush();
    assert.equal(kept(), 1);
    subject.clock.advance(61);
    subject.log.note(COMMAND);
    subject.log.flush();
    assert.equal(kept(), 0);
  });

  it('counts refusals that a client could cause without end in place of an entry each', () => {
    using subject = logUnderTest();
    const refused = { ...COMMAND, outcome: 'Refused', code: 'RATE_LIMITED', status: 429 } as const;
    for (let index = 0; index < 5000; index += 1) subject.log.note({ ...refused, sessionId: 'a' });
    subject.log.note({ ...refused, sessionId: 'b' });
    const counted = () => subject.stored().map(({ sessionId, count }) => [sessionId, count]);
    subject.clock.advance(61);
    // Although none came after them.
    assert.deepEqual(counted(), [
      ['a', 4999],
      ['b', 1],
      ['a', 1],
      [undefined, 1],
    ]);
    for (let index = 0; index < 3; index += 1) subject.log.note({ ...refused, sessionId: 'a' });
    subject.log.note({ ...refused, sessionId: 'b' });
    subject.log.note({ ...refused, sessionId: 'b' });
    subject.log.stop();
    assert.deepEqual(counted().slice(0, 4), [
      [undefined, 1],
      ['b', 1],
      ['a', 3],
      ['b', 1],
    ]);
  });

  it('counts viewers that are refused again and again, and has each that is not', () => {
    using subject = logUnderTest();
    const viewing = { kind: 'Viewing', operation: 'video.mse', target: 'zoom', sessionId: 'a' } as const;
    for (let index = 0; index < 50; index += 1) {
      subject.log.note({ ...viewing, outcome: 'Refused', code: 'STREAM_NOT_READY', status: 409 });
    }
    for (let index = 0; index < 2; index += 1) subject.log.note({ ...viewing, outcome: 'Done', status: 101 });
    subject.log.flush();
    assert.deepEqual(
      subject.stored().map(({ outcome, status }) => `${outcome} ${status}`),
      ['Done 101', 'Done 101', 'Refused 409', 'Done undefined'],
    );
  });

  it('waits while the store cannot be written, within a bound, and then says how many were lost', () => {
    using subject = logUnderTest();
    subject.log.flush();
    subject.connection.exec('PRAGMA query_only = ON');
    for (let index = 0; index < 10_007; index += 1) subject.log.note(COMMAND);
    subject.clock.advance(1);
    assert.equal(subject.faults.length, 6);
    assert.equal(subject.store.isUsable(), false);
    assert.equal(subject.log.lost, 7);
    subject.connection.exec('PRAGMA query_only = OFF');
    subject.log.flush();
    const entries = subject.stored();
    assert.equal(entries.length, 1 + 10_000 + 1);
    const gap = entries.find(({ operation }) => operation === 'audit.entries_lost');
    assert.deepEqual([gap?.kind, gap?.outcome, gap?.count], ['Station', 'Failed', 7]);
  });

  it('is synced by the next durable write only, so that no command waits for the disk', () => {
    using subject = logUnderTest();
    subject.log.note(COMMAND);
    subject.log.flush();
    assert.equal(subject.connection.prepare('PRAGMA synchronous').get()?.synchronous, 2, 'everything else is FULL');
  });
});

it('Each selection of the audit log is answered from an index: none reads entries that it does not show', () => {
  using folder = new TestFolder();
  openStore(folder.path, { lock: true }).close();
  const connection = new DatabaseConnection(folder.file('station.sqlite'));
  using store = new SqliteStore(connection);
  const plans: string[] = [];
  const { prepare } = connection;
  connection.prepare = (sql) => {
    const plan = prepare.call(connection, `EXPLAIN QUERY PLAN ${sql}`).all(...Array.from(sql.matchAll(/\?/g), () => 1));
    plans.push(String(plan[0]?.detail));
    return prepare.call(connection, sql);
  };
  for (const selection of [{}, { kind: 'Station' }, { pluginId: 'p' }, { kind: 'Station', pluginId: 'p' }] as const) {
    store.audit.newest({ ...selection, limit: 1 });
  }
  assert.deepEqual(plans, [
    'SEARCH audit USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)',
    'SEARCH audit USING INDEX audit_by_kind (kind=? AND rowid>? AND rowid<?)',
    'SEARCH audit USING INDEX audit_by_plugin (plugin_id=? AND rowid>? AND rowid<?)',
    'SEARCH audit USING INDEX audit_by_plugin_and_kind (plugin_id=? AND kind=? AND rowid>? AND rowid<?)',
  ]);
});
