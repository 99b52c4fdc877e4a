import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { DatabaseConnection } from './database-connection.ts';
import { APPLICATION_ID, MIGRATIONS, migrate } from './migrations.ts';
import { openStore } from './open-store.ts';

const STEPS = [
  'CREATE TABLE flights (id INTEGER PRIMARY KEY, hours REAL) STRICT; INSERT INTO flights (hours) VALUES (1.5)',
  "ALTER TABLE flights ADD COLUMN pilot TEXT NOT NULL DEFAULT 'unknown'",
  'UPDATE flights SET hours = hours * 2; CREATE INDEX flights_by_pilot ON flights (pilot)',
];

function emptyDatabase(folder: TestFolder): DatabaseConnection {
  writeFileSync(folder.file('test.sqlite'), '');
  return new DatabaseConnection(folder.file('test.sqlite'));
}

const flights = (connection: DatabaseConnection) =>
  connection
    .prepare('SELECT hours, pilot FROM flights')
    .all()
    .map((row) => ({ ...row }));

describe('migrations', () => {
  for (const version of MIGRATIONS.keys()) {
    it(`bring a database of version ${version} to version ${MIGRATIONS.length}, which the store then opens`, () => {
      using folder = new TestFolder();
      writeFileSync(folder.file('station.sqlite'), '');
      const connection = new DatabaseConnection(folder.file('station.sqlite'));
      migrate(connection, MIGRATIONS.slice(0, version));
      assert.equal(connection.pragma('user_version'), version);
      migrate(connection);
      connection.close();
      using store = openStore(folder.path, { lock: true });
      store.counters.set('hours', 1);
      assert.equal(store.counters.get('hours'), 1);
    });
  }

  it('take the missing steps in order, wherever the database stands', () => {
    for (let version = 0; version <= STEPS.length; version += 1) {
      using folder = new TestFolder();
      const connection = emptyDatabase(folder);
      migrate(connection, STEPS.slice(0, version));
      assert.equal(connection.pragma('user_version'), version);
      migrate(connection, STEPS);
      assert.equal(connection.pragma('user_version'), STEPS.length);
      assert.equal(connection.pragma('application_id'), APPLICATION_ID);
      assert.deepEqual(flights(connection), [{ hours: 3, pilot: 'unknown' }]);
      connection.close();
    }
  });

  it('take no step twice', () => {
    using folder = new TestFolder();
    const connection = emptyDatabase(folder);
    migrate(connection, STEPS);
    migrate(connection, STEPS);
    assert.deepEqual(flights(connection), [{ hours: 3, pilot: 'unknown' }]);
    connection.close();
  });

  it('leave nothing of a step that fails, and keep those before it', () => {
    using folder = new TestFolder();
    const connection = emptyDatabase(folder);
    const broken = 'UPDATE flights SET hours = 99; DROP TABLE flights; INSERT INTO nowhere VALUES (1)';
    assert.throws(() => migrate(connection, [...STEPS, broken]), /no such table: nowhere/);
    assert.equal(connection.pragma('user_version'), STEPS.length);
    assert.deepEqual(flights(connection), [{ hours: 3, pilot: 'unknown' }]);
    migrate(connection, [...STEPS, 'UPDATE flights SET hours = 4']);
    assert.equal(connection.pragma('user_version'), STEPS.length + 1);
    assert.deepEqual(flights(connection), [{ hours: 4, pilot: 'unknown' }]);
    connection.close();
  });

  it('store moments of microseconds without loss', () => {
    using folder = new TestFolder();
    const connection = emptyDatabase(folder);
    connection.exec('CREATE TABLE moments (us INTEGER) STRICT');
    const moments = [2 ** 51 - 1, 2 ** 51 + 1, Number.MAX_SAFE_INTEGER, 1_772_357_400_123_457];
    for (const us of moments) connection.prepare('INSERT INTO moments VALUES (?)').run(us);
    assert.deepEqual(
      connection
        .prepare('SELECT us FROM moments')
        .all()
        .map((row) => row.us),
      moments,
    );
    connection.close();
  });
});
