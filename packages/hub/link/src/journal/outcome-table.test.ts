import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { DatabaseConnection } from '@kitestring/station-store/database-connection.ts';
import { openJournalDatabase } from './journal-database.ts';
import { OutcomeTable } from './outcome-table.ts';

it('outcomes of a journal of the first version are known after the upgrade', () => {
  using folder = new TestFolder();
  const file = folder.file('journal.sqlite');
  const open = () => openJournalDatabase(file, () => assert.fail('the journal is sound'), assert.ifError);
  open().close();
  const old = new DatabaseConnection(file);
  old.exec(`DROP TABLE outcome; DROP TABLE forgotten;
    CREATE TABLE outcome (id TEXT PRIMARY KEY, decided_ms INTEGER NOT NULL, reply TEXT) STRICT, WITHOUT ROWID;
    CREATE INDEX outcome_decided ON outcome (decided_ms);
    INSERT INTO outcome VALUES ('answered', 2, '{}'), ('interrupted', 1, NULL);
    PRAGMA user_version = 1;`);
  old.close();
  for (let times = 0; times < 2; times += 1) {
    const connection = open();
    const outcomes = new OutcomeTable(connection);
    assert.deepEqual(outcomes.get('answered'), { reply: '{}' });
    assert.deepEqual(outcomes.get('interrupted'), { reply: undefined });
    assert.equal(outcomes.get('other'), undefined);
    connection.close();
  }
});
