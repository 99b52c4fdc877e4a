import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { describe, it } from 'node:test';
import { describeStore } from '@kitestring/lab-testing/describe-store.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { DatabaseConnection } from './database-connection.ts';
import { connect, openStore } from './open-store.ts';
import { SqliteStore } from './sqlite-store.ts';

const SHARED = { lock: false };
const ALONE = { lock: true, lockWaitMs: 0 };

describeStore('the store on disk', () => {
  const folder = new TestFolder();
  let current = openStore(folder.path, ALONE);
  return {
    store: current,
    reopen: () => {
      current.close();
      current = openStore(folder.path, ALONE);
      return current;
    },
    end: () => {
      current.close();
      folder[Symbol.dispose]();
    },
  };
});

describe('opening the store', () => {
  it('makes a private folder with a private database, and leaves only these when closed', () => {
    using folder = new TestFolder();
    const path = folder.file('a/b');
    openStore(path, ALONE).close();
    assert.equal(statSync(path).mode & 0o777, 0o700);
    assert.equal(statSync(`${path}/station.sqlite`).mode & 0o777, 0o600);
    assert.equal(statSync(`${path}/station.lock`).mode & 0o777, 0o600);
    assert.equal(statSync(`${path}/station.sqlite-wal`, { throwIfNoEntry: false }), undefined);
  });

  it('makes a salt of 16 random bytes once per folder', () => {
    using one = new TestFolder();
    using other = new TestFolder();
    const storedSalt = (path: string) => {
      using store = openStore(path, ALONE);
      return Buffer.from(store.keySalt).toString('hex');
    };
    const salt = storedSalt(one.path);
    assert.match(salt, /^[0-9a-f]{32}$/);
    assert.equal(storedSalt(one.path), salt);
    assert.notEqual(storedSalt(other.path), salt);
  });

  it('syncs every commit to the disk before it returns', () => {
    using folder = new TestFolder();
    openStore(folder.path, ALONE).close();
    const connection = connect(folder.file('station.sqlite'));
    const pragma = (name: string) => connection.prepare(`PRAGMA ${name}`).get()?.[name];
    assert.deepEqual(['journal_mode', 'synchronous', 'foreign_keys'].map(pragma), ['wal', 2, 1]);
    connection.close();
  });
});

describe('two processes on one data folder', () => {
  it('refuses a second station, and leaves the first one at work', () => {
    using folder = new TestFolder();
    using first = openStore(folder.path, ALONE);
    assert.throws(() => openStore(folder.path, ALONE), { code: 'STORE_IN_USE', message: /a station runs on it/ });
    assert.match(openInChild(folder.path, true), /STORE_IN_USE/);
    first.counters.set('hours', 1);
    assert.equal(first.counters.get('hours'), 1);
  });

  it('lets a second station in once the first has closed', () => {
    using folder = new TestFolder();
    openStore(folder.path, ALONE).close();
    using second = openStore(folder.path, ALONE);
    assert.equal(second.isUsable(), true);
  });

  it('lets a command look in beside a station', () => {
    using folder = new TestFolder();
    using station = openStore(folder.path, ALONE);
    assert.equal(openInChild(folder.path, false), 'written\n');
    assert.equal(station.counters.get('from the child'), 7);
    assert.match(openInChild(folder.path, true), /STORE_IN_USE/);
  });

  it('lets a command make the database before the first station starts', () => {
    using folder = new TestFolder();
    using command = openStore(folder.path, SHARED);
    command.counters.set('hours', 2);
    command.close();
    using station = openStore(folder.path, ALONE);
    assert.equal(station.counters.get('hours'), 2);
  });
});

describe('the store at work', () => {
  it('says that it is unusable when the disk is full, throws, keeps what it had, and recovers', () => {
    using folder = new TestFolder();
    openStore(folder.path, ALONE).close();
    const connection = new DatabaseConnection(folder.file('station.sqlite'));
    using store = new SqliteStore(connection);
    store.counters.set('kept', 1);
    connection.exec('PRAGMA max_page_count = 1');
    const fill = () => {
      for (let beginUs = 0; beginUs < 10_000; beginUs += 1) {
        store.notifications.put({ code: 1, beginUs, parameters: { text: 'x'.repeat(1000) } });
      }
    };
    assert.throws(fill, { name: 'StoreFault', code: 'STORE_UNWRITABLE', message: /full.*Check the free space/ });
    assert.equal(store.isUsable(), true, 'a small write still finds room in a page');
    connection.exec('PRAGMA query_only = ON');
    assert.throws(() => store.counters.set('lost', 1), { code: 'STORE_UNWRITABLE' });
    assert.equal(store.isUsable(), false);
    assert.equal(store.counters.get('kept'), 1);
    connection.exec('PRAGMA query_only = OFF');
    assert.equal(store.isUsable(), true);
  });

  it('says that it is unusable when its file is gone or it is closed', () => {
    using folder = new TestFolder();
    using store = openStore(folder.path, ALONE);
    assert.equal(store.isUsable(), true);
    rmSync(folder.file('station.sqlite'));
    assert.equal(store.isUsable(), false);
    store.close();
    assert.equal(store.isUsable(), false);
  });
});

/** Opens the store in another process and writes a counter. @returns what that process printed */
function openInChild(path: string, lock: boolean): string {
  const script = `
    import { connect, openStore } from ${JSON.stringify(new URL('./open-store.ts', import.meta.url).href)};
    try {
      const store = openStore(${JSON.stringify(path)}, { lock: ${lock}, lockWaitMs: 0 });
      store.counters.set('from the child', 7);
      store.close();
      console.log('written');
    } catch (fault) { console.log(fault.code, fault.message); }`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }).stdout;
}
