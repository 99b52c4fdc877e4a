import assert from 'node:assert/strict';
import { copyFileSync, statSync } from 'node:fs';
import { describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { connect, openStore } from './open-store.ts';

const LIVE = { lock: true, onDiskFault: assert.ifError };

describe('a store of a station that flies', () => {
  it('waits for the disk with no call, and says when everything is there', async () => {
    using folder = new TestFolder();
    using store = openStore(folder.path, LIVE);
    await store.settled();
    assert.equal(store.settled(), undefined);
    store.counters.set('hours', 1);
    const settled = store.settled();
    assert.ok(settled instanceof Promise);
    await settled;
    assert.equal(store.settled(), undefined);
  });

  it('leaves syncs and checkpoints to other threads', async () => {
    using folder = new TestFolder();
    openStore(folder.path, LIVE).close();
    const connection = connect(folder.file('station.sqlite'));
    connection.writeInBackground(assert.ifError);
    const pragma = (name: string) => Object.values(connection.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    assert.deepEqual(['synchronous', 'wal_autocheckpoint', 'busy_timeout'].map(pragma), [1, 0, 50]);
    const before = statSync(folder.file('station.sqlite')).size;
    const write = connection.prepare('INSERT OR REPLACE INTO documents VALUES (?, ?)');
    for (let index = 0; index < 300; index += 1) write.run(`d${index}`, 'x'.repeat(20_000));
    assert.equal(statSync(folder.file('station.sqlite')).size, before, 'the loop has copied nothing');
    await connection.settled();
    await until(
      'a checkpoint',
      () => statSync(folder.file('station.sqlite')).size > before + 300 * 20_000 && connection.pagesOfLog() < 100,
    );
    assert.equal(connection.prepare('SELECT count(*) AS count FROM documents').get()?.count, 300);
    connection.close();
  });

  it('has what a call wrote after a kill, before it is on the disk', () => {
    using folder = new TestFolder();
    using killed = new TestFolder();
    using store = openStore(folder.path, LIVE);
    store.counters.set('hours', 7);
    for (const name of ['station.sqlite', 'station.sqlite-wal']) copyFileSync(folder.file(name), killed.file(name));
    using next = openStore(killed.path, LIVE);
    assert.equal(next.counters.get('hours'), 7);
  });
});
