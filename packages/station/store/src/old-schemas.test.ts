import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { DatabaseConnection } from './database-connection.ts';
import { MIGRATIONS, migrate } from './migrations.ts';
import { oldSchemas } from './old-schemas.ts';
import { openStore } from './open-store.ts';

const OLD = MIGRATIONS.length - 1;

/** A folder that the version before this one has left. */
function oldFolder(): TestFolder {
  const folder = new TestFolder();
  writeFileSync(folder.file('station.sqlite'), '');
  const connection = new DatabaseConnection(folder.file('station.sqlite'));
  migrate(connection, MIGRATIONS.slice(0, OLD));
  connection.exec("INSERT INTO documents VALUES ('hours', '12')");
  connection.close();
  return folder;
}

function version(file: string): number {
  using database = new DatabaseSync(file, { readOnly: true });
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

describe('a database before its migration', () => {
  it('is kept as a copy of mode 0600 with all its rows, until a station of the new version has started', () => {
    using folder = oldFolder();
    const copy = folder.file(`station.sqlite.schema-${OLD}`);
    openStore(folder.path, { lock: true }).close();
    assert.equal(version(folder.file('station.sqlite')), MIGRATIONS.length);
    assert.deepEqual([version(copy), statSync(copy).mode & 0o777], [OLD, 0o600]);
    // A start that fails after the migration leaves it.
    using store = openStore(folder.path, { lock: true });
    using database = new DatabaseSync(copy, { readOnly: true });
    assert.equal(database.prepare("SELECT text FROM documents WHERE name = 'hours'").get()?.text, '12');
    store.forgetOldSchemas();
    assert.deepEqual(
      readdirSync(folder.path).filter((name) => name.includes('schema') || name.includes('copying')),
      [],
    );
  });

  it('is not copied where its schema is the present one', () => {
    using folder = new TestFolder();
    for (let start = 0; start < 2; start += 1) openStore(folder.path, { lock: true }).close();
    assert.deepEqual(oldSchemas(folder.file('station.sqlite'), Number.POSITIVE_INFINITY), []);
  });

  it('is named to an older version, which refuses the new one', () => {
    using folder = oldFolder();
    openStore(folder.path, { lock: true }).close();
    const connection = new DatabaseConnection(folder.file('station.sqlite'));
    connection.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
    connection.close();
    assert.throws(
      () => openStore(folder.path, { lock: true }),
      (fault: Error) =>
        fault.message.includes(`station.sqlite.schema-${OLD} is from before its upgrade, and can take its place`) &&
        fault.message.endsWith(
          'Start the newer version, restore a backup made by this one, or use another data folder.',
        ),
    );
    assert.ok(existsSync(folder.file(`station.sqlite.schema-${OLD}`)));
  });

  it('is erased with what it has of people', () => {
    using folder = oldFolder();
    using store = openStore(folder.path, { lock: true });
    store.eraseRecords();
    assert.deepEqual(oldSchemas(folder.file('station.sqlite'), Number.POSITIVE_INFINITY), []);
  });
});
