import assert from 'node:assert/strict';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import type { StoreFaultCode } from '@kitestring/base/store-fault.ts';
import { SmallDisk, WITHOUT_SMALL_DISKS } from '@kitestring/lab-testing/small-disk.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { commitsBehindDamage, type LogDamage } from './log-damage.ts';
import { MIGRATIONS } from './migrations.ts';
import { type OpenStoreOptions, openStore } from './open-store.ts';

const OPTIONS: readonly OpenStoreOptions[] = [{ lock: true, lockWaitMs: 0 }, { lock: false }];

/** A folder with a database that holds some rows. `killed`: with its write-ahead log, as a kill leaves it. */
function usedFolder(killed = false): TestFolder {
  const folder = new TestFolder();
  const store = openStore(folder.path, { lock: true });
  for (let beginUs = 0; beginUs < 200; beginUs += 1) {
    store.notifications.put({ code: 1, beginUs, endUs: beginUs + 1, parameters: { text: 'x'.repeat(100) } });
  }
  const name = folder.file('station.sqlite');
  const [file, log] = [readFileSync(name), readFileSync(`${name}-wal`)];
  store.close();
  if (!killed) return folder;
  writeFileSync(name, file);
  writeFileSync(`${name}-wal`, log);
  return folder;
}

/** Opening is refused with this code, with and without the lock, and no byte of the folder changes. */
function assertRefusedUntouched(folder: TestFolder, code: StoreFaultCode, message: RegExp): void {
  const before = folder.fingerprint();
  for (const options of OPTIONS) {
    assert.throws(() => openStore(folder.path, options), { name: 'StoreFault', code, message });
    assert.deepEqual(folder.fingerprint(), before);
  }
}

describe('a database that is damaged', () => {
  const damages: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
    'is garbage': (bytes) => Buffer.alloc(bytes.length, 0x5a),
    'is a text file': () => Buffer.from('not a database\n'),
    'is empty': () => Buffer.alloc(0),
    'is cut inside the header': (bytes) => bytes.subarray(0, 60),
    'is cut after the first page': (bytes) => bytes.subarray(0, 4096),
    'is cut inside a page': (bytes) => bytes.subarray(0, bytes.length - 1000),
    'lacks the last byte': (bytes) => bytes.subarray(0, -1),
    'has garbage in a page': (bytes) => Buffer.from(bytes).fill(0xa5, 4 * 4096, 9 * 4096),
    'belongs to another program': (bytes) => {
      const other = Buffer.from(bytes);
      other.writeInt32BE(0x0badcafe, 68);
      return other;
    },
  };

  for (const [what, damage] of Object.entries(damages)) {
    it(`and ${what} is refused and left as it is`, () => {
      using folder = usedFolder();
      const name = folder.file('station.sqlite');
      writeFileSync(name, damage(readFileSync(name)));
      assertRefusedUntouched(folder, 'STORE_DAMAGED', /station\.sqlite is damaged .*put a backup in its place/);
    });
  }

  it('and was left by a kill with its log is refused and left as it is', () => {
    using folder = usedFolder(true);
    const name = folder.file('station.sqlite');
    writeFileSync(name, Buffer.alloc(readFileSync(name).length, 0x5a));
    assertRefusedUntouched(folder, 'STORE_DAMAGED', /is damaged/);
  });

  it('and lies in a folder that never had a station gets no file beside it', () => {
    using folder = new TestFolder();
    writeFileSync(folder.file('station.sqlite'), 'hello');
    assertRefusedUntouched(folder, 'STORE_DAMAGED', /is damaged/);
  });

  it('and lost its salt is refused', () => {
    using folder = usedFolder();
    change(folder, "DELETE FROM meta WHERE name = 'key_salt'");
    assertRefusedUntouched(folder, 'STORE_DAMAGED', /salt of the API keys is missing/);
  });
});

describe('a database of a newer version', () => {
  const version = MIGRATIONS.length + 1;

  it('is refused and left as it is', () => {
    using folder = usedFolder();
    change(folder, `PRAGMA user_version = ${version}`);
    assertRefusedUntouched(folder, 'STORE_NEWER', new RegExp(`newer version .*version ${version}, this one knows`));
  });

  it('is refused when only the log of a killed station says so', () => {
    using folder = usedFolder();
    const name = folder.file('station.sqlite');
    const old = readFileSync(name);
    const newer = new DatabaseSync(name);
    newer.exec(`PRAGMA journal_mode = WAL; PRAGMA user_version = ${version}`);
    const log = readFileSync(`${name}-wal`);
    newer.close();
    writeFileSync(name, old);
    writeFileSync(`${name}-wal`, log);
    assertRefusedUntouched(folder, 'STORE_NEWER', /Start the newer version/);
  });
});

describe('a write-ahead log', () => {
  /** Opens it. @returns how many notifications it still has, and how many commits it said were lost */
  function opened(folder: TestFolder) {
    let lostCommits = 0;
    const onLogDamage = (damage: LogDamage) => {
      lostCommits = damage.lostCommits ?? 0;
      assert.ok(readFileSync(damage.copy ?? '').length > 0);
    };
    using store = openStore(folder.path, { lock: true, onLogDamage });
    return { kept: store.notifications.endedBetween(0, 1000, 1000).length, lostCommits };
  }

  it('that is damaged in its middle is noticed: how many writes are lost is said, and it is kept as it was', () => {
    using folder = usedFolder(true);
    const path = folder.file('station.sqlite-wal');
    const log = readFileSync(path);
    const middle = Math.floor(log.length / 2);
    log[middle] = (log[middle] ?? 0) ^ 0xff;
    writeFileSync(path, log);
    const { kept, lostCommits } = opened(folder);
    assert.ok(lostCommits > 10 && kept > 10, `${lostCommits} lost, ${kept} kept`);
    // The frame that is damaged may hold a commit itself.
    assert.ok([200, 199].includes(kept + lostCommits), `${kept} + ${lostCommits}`);
  });

  for (const [what, from, to] of [
    ['zeros', 0, 32],
    ['another salt', 16, 17],
    ['a wrong checksum', 31, 32],
  ] as const) {
    it(`whose header has ${what} is noticed: all its writes are lost, and it is kept as it was`, () => {
      using folder = usedFolder(true);
      const path = folder.file('station.sqlite-wal');
      const log = readFileSync(path);
      writeFileSync(path, log.fill((log[from] ?? 0) === 0 ? 1 : 0, from, to));
      const { kept, lostCommits } = opened(folder);
      assert.ok(lostCommits >= 200 && kept === 0, `${lostCommits} lost, ${kept} kept`);
    });
  }

  it('that was never written, only made larger, is no damage', () => {
    assert.equal(commitsBehindDamage(new Uint8Array(20_000)), 0);
  });

  it('that is missing where the database was not closed is noticed: the file was copied alone', () => {
    using folder = usedFolder();
    using used = new TestFolder();
    using running = openStore(used.path, { lock: true });
    using other = new DatabaseSync(used.file('station.sqlite'));
    other.exec('PRAGMA wal_checkpoint');
    running.counters.set('hours', 1);
    writeFileSync(folder.file('station.sqlite'), readFileSync(used.file('station.sqlite')));
    const damages: LogDamage[] = [];
    const options = { lock: true, onLogDamage: (damage: LogDamage) => damages.push(damage) };
    openStore(folder.path, options).close();
    assert.deepEqual(damages, [{}]);
    openStore(folder.path, options).close();
    assert.equal(damages.length, 1, 'closed properly since');
  });

  it('that a kill has cut anywhere is no damage', () => {
    using folder = usedFolder(true);
    const [name, path] = [folder.file('station.sqlite'), folder.file('station.sqlite-wal')];
    const [file, log] = [readFileSync(name), readFileSync(path)];
    for (let part = 1; part < 8; part += 1) {
      writeFileSync(name, file);
      writeFileSync(path, log.subarray(0, Math.floor((log.length * part) / 8) + 11));
      assert.equal(opened(folder).lostCommits, 0);
    }
  });

  it('that begins again over an older one is no damage', () => {
    using folder = usedFolder(true);
    const log = readFileSync(folder.file('station.sqlite-wal'));
    const half = Math.floor(log.length / 2);
    // Other salts: frames of the log before.
    for (let at = 32; at < log.length; at += 24 + 4096) if (at > half) log[at + 8] = (log[at + 8] ?? 0) ^ 1;
    assert.equal(commitsBehindDamage(log), 0);
  });
});

describe('what a killed station left', () => {
  it('is opened with all that its log holds', () => {
    using folder = usedFolder(true);
    using store = openStore(folder.path, { lock: true });
    assert.equal(store.notifications.endedBetween(0, 1000, 1000).length, 200);
  });

  it('is started anew when it was killed before its database had its name', () => {
    using folder = new TestFolder();
    for (const suffix of ['', '-wal', '-journal'])
      writeFileSync(folder.file(`station.sqlite.building${suffix}`), 'half');
    using store = openStore(folder.path, { lock: true });
    assert.deepEqual(store.plugins.list(), []);
    const names = folder.fingerprint().map((line) => line.split(' ')[0]);
    assert.deepEqual(
      names.filter((name) => name?.includes('building')),
      [],
    );
  });
});

it('a new data folder on a disk that is mounted read-only is refused as that', { skip: WITHOUT_SMALL_DISKS }, () => {
  using folder = new TestFolder();
  using _disk = new SmallDisk(folder.file('disk'), 1, { isReadOnly: true });
  assert.throws(() => openStore(folder.file('disk/a/b'), { lock: true }), {
    code: 'STORE_UNWRITABLE',
    message: /cannot be written \(it is on a disk that is mounted read-only\)/,
  });
});

describe('a data folder that cannot be used', () => {
  it('is refused when it is a file', () => {
    using folder = new TestFolder();
    writeFileSync(folder.file('data'), '');
    assert.throws(() => openStore(folder.file('data'), { lock: true }), {
      code: 'STORE_UNWRITABLE',
      message: /data cannot be written \(it is not a folder\)/,
    });
  });

  it('is refused when it cannot be made', () => {
    using folder = new TestFolder();
    writeFileSync(folder.file('data'), '');
    assert.throws(() => openStore(folder.file('data/inner'), { lock: true }), {
      code: 'STORE_UNWRITABLE',
      message: /inner cannot be written .*Check the free space and the permissions/,
    });
  });

  it('is refused when nothing can be written into it', () => {
    using folder = new TestFolder();
    chmodSync(folder.path, 0o755);
    mkdirSync(folder.file('data'), { mode: 0o555 });
    asNobody(() => {
      assert.throws(() => openStore(folder.file('data'), { lock: true }), {
        code: 'STORE_UNWRITABLE',
        message: /permission denied.*Check the free space and the permissions/,
      });
    });
  });

  it('and that others could enter is closed to them, as a new one is', () => {
    using folder = usedFolder();
    chmodSync(folder.path, 0o755);
    openStore(folder.path, { lock: true }).close();
    assert.equal(statSync(folder.path).mode & 0o777, 0o700);
  });

  it('is refused when its database is of another user', () => {
    using folder = usedFolder();
    chmodSync(folder.path, 0o755);
    const before = folder.fingerprint();
    asNobody(() => assert.throws(() => openStore(folder.path, { lock: true }), { code: 'STORE_UNWRITABLE' }));
    assert.deepEqual(folder.fingerprint(), before);
  });
});

/** Runs `work` without the rights of root, who may write anywhere. */
function asNobody(work: () => void): void {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

/** Changes the database as another program would, and leaves no log behind. */
function change(folder: TestFolder, sql: string): void {
  const database = new DatabaseSync(folder.file('station.sqlite'));
  database.exec(sql);
  database.close();
}

it('The log of a database that is missing is put aside and told: it does not become part of the new one', () => {
  using folder = new TestFolder();
  const [database, log] = ['station.sqlite', 'station.sqlite-wal'].map((name) => folder.file(name)) as [string, string];
  const kept = folder.file('kept');
  {
    using store = openStore(folder.path, { lock: true, onDiskFault: () => {} });
    for (let count = 0; count < 100; count += 1) {
      store.pins.add({
        id: `${count}`,
        name: 'x'.repeat(500),
        kind: 'other',
        latDeg: 1,
        lonDeg: 2,
        createdAtUs: 0,
        createdBy: 'p',
      });
    }
    copyFileSync(log, kept);
  }
  rmSync(database);
  copyFileSync(kept, log);
  const told: LogDamage[] = [];
  const onLogDamage = (damage: LogDamage) => told.push(damage);
  {
    using store = openStore(folder.path, { lock: true, onDiskFault: () => {}, onLogDamage });
    assert.deepEqual(store.pins.list(), []);
  }
  const [{ copy = '' } = {}] = told;
  assert.deepEqual(readFileSync(copy), readFileSync(kept));
  using again = openStore(folder.path, { lock: true, onDiskFault: () => {}, onLogDamage });
  assert.deepEqual([again.pins.list(), told.length], [[], 1]);
});
