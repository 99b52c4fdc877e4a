import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { writeBackup } from '@kitestring/os/backup/write-backup.ts';
import { MIGRATIONS } from '@kitestring/station-store/migrations.ts';
import { openStore } from '@kitestring/station-store/open-store.ts';
import { Header } from 'tar';
import { type Ran, run } from './support/test-context.ts';
import { type TestStation, testStation } from './support/test-station.ts';

const FIXTURE = join(import.meta.dirname, 'fixtures/station-0.1.0.tar.gz');
/** API key of its plugin. */
const FIXTURE_KEY = 'kite_zcYg0V9xWVtL2JzTyMt6hAFBDmS1-VyBJe4jucnHexg';
const RECORDED = ['flights/2026-11-21T08-30-00Z.mcap', 'recordings/20261121_083000_+0000/main.mp4', 'snapshots/a.jpg'];

/** The names of the plugins of a data folder, whose database must be complete. */
function pluginsIn(folder: string): readonly string[] {
  using store = openStore(folder, { lock: true, onLogDamage: (damage) => assert.fail(JSON.stringify(damage)) });
  return store.plugins.list().map(({ name }) => name);
}

describe('kitestring backup and restore', () => {
  let station: TestStation;
  let folder: TestFolder;
  before(async () => {
    station = await testStation();
    folder = new TestFolder();
    const added = await station.running.station.auth.addPlugin({ name: 'dispatch', scopes: ['read'] });
    assert.ok(added.ok);
    for (const path of RECORDED) {
      mkdirSync(join(station.folder, path, '..'), { recursive: true });
      writeFileSync(join(station.folder, path), path.repeat(1000));
    }
    writeFileSync(join(station.folder, 'kitestring.yaml'), 'system: { gs_name: Restored }\n');
    for (const [name, flags] of [
      ['made.tar.gz', []],
      ['all.tar.gz', ['--recordings']],
    ] as const) {
      const { err, out, status } = await run(['backup', folder.file(name), ...flags, '--data-dir', station.folder]);
      assert.deepEqual([status, err], [0, '']);
      assert.match(out, /made\.tar\.gz: \d files|all\.tar\.gz: \d files/);
      assert.match(out, /It has the keys of the station/);
    }
  });
  after(async () => {
    await station[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });
  const restore = (file: string, to: string, ...flags: readonly string[]) =>
    run(['restore', folder.file(file), '--data-dir', folder.file(to), ...flags]);
  it('write one file of mode 0600 and leave nothing beside it', () => {
    assert.deepEqual(
      readdirSync(folder.path).filter((name) => !name.endsWith('.tar.gz')),
      [],
    );
    assert.equal(statSync(folder.file('made.tar.gz')).mode & 0o777, 0o600);
    assert.ok(statSync(folder.file('all.tar.gz')).size > statSync(folder.file('made.tar.gz')).size);
  });

  it('bring back plugins, settings and certificate, and recordings where they were asked for', async () => {
    for (const [file, recorded] of [
      ['made.tar.gz', []],
      ['all.tar.gz', RECORDED],
    ] as const) {
      const to = folder.file(`to-${file}`);
      const { err, out, status } = await restore(file, `to-${file}`);
      assert.deepEqual([status, err], [0, '']);
      assert.match(out, /: \d+ files, \d\.\d MiB, as of 20\d\d-.*\(Kitestring 0\.1\.0\)\n$/);
      assert.ok(pluginsIn(to).includes('dispatch'));
      for (const name of ['kitestring.yaml', 'tls-cert.pem', 'tls-key.pem', ...recorded]) {
        assert.deepEqual(readFileSync(join(to, name)), readFileSync(join(station.folder, name)), name);
        assert.equal(statSync(join(to, name)).mode & 0o077, 0, name);
      }
      assert.equal(readdirSync(to).includes('flights'), recorded.length > 0);
    }
  });

  it('refuse a file that is cut, changed, of a newer version or none, and change nothing', async () => {
    const made = readFileSync(folder.file('made.tar.gz'));
    folder.file('cut.tar.gz', made.subarray(0, made.length - 100));
    const changed = gunzipSync(made);
    changed.write('Tampered', changed.indexOf('Restored'));
    folder.file('changed.tar.gz', gzipSync(changed));
    folder.file('none.tar.gz', 'no backup');
    const settings = [{ folder: station.folder, places: ['kitestring.yaml'] }];
    const newer = { version: '9.9.9', schema: MIGRATIONS.length + 1 };
    await writeBackup(folder.file('newer.tar.gz'), settings, newer);
    await writeBackup(folder.file('empty.tar.gz'), settings, { ...newer, schema: 1 });
    const reasons: Readonly<Record<string, RegExp>> = {
      cut: /cut\.tar\.gz is damaged or no backup of a station .*: take another one/,
      changed: /changed\.tar\.gz is damaged .*kitestring\.yaml is not as it was written/,
      none: /none\.tar\.gz is damaged or no backup of a station/,
      newer:
        /is of Kitestring 9\.9\.9 \(its schema has version \d+, this one knows \d+\): restore it with that version/,
      empty: /has no database of a station: take another one/,
      missing: /missing\.tar\.gz does not exist: name a file that kitestring backup has written/,
    };
    for (const [name, reason] of Object.entries(reasons)) {
      const to = `refused-${name}`;
      assertRefused(await restore(`${name}.tar.gz`, to), reason);
      if (name === 'missing') assert.ok(!existsSync(folder.file(to)));
      else
        assert.deepEqual(
          readdirSync(folder.file(to)).filter((file) => !file.startsWith('station.lock')),
          [],
        );
    }
  });

  it('refuse a backup that was made to fill the disk, or to write elsewhere, before a byte of it is written', async () => {
    const zeros = Buffer.alloc(2 ** 20);
    for (const [name, entries, reason] of [
      [
        'huge',
        [['recordings/main.mp4', 2 ** 45, 'File']],
        /huge\.tar\.gz takes more than the \d+ MiB that are free for it: free space, or/,
      ],
      ['outside', [['recordings/../../outside', 1, 'File']], /recordings\/\.\.\/\.\.\/outside is no path within it/],
      ['absolute', [['/tmp/outside', 1, 'File']], /\/tmp\/outside is no part of a station/],
      ['linked', [['station.sqlite', 0, 'SymbolicLink']], /station\.sqlite is neither a file nor a folder/],
      ['hard', [['station.sqlite', 0, 'Link']], /station\.sqlite is neither a file nor a folder/],
      [
        'twice',
        [
          ['station.sqlite', 1, 'File'],
          ['station.sqlite', 1, 'File'],
        ],
        /station\.sqlite is in it twice/,
      ],
    ] as const) {
      const blocks = entries.flatMap(([path, size, type]) => {
        const header = Buffer.alloc(512);
        new Header({
          path,
          size,
          type,
          mode: 0o600,
          mtime: new Date(0),
          ...(type !== 'File' && { linkpath: '/etc/passwd' }),
        }).encode(header);
        return [
          header,
          size === 0 ? Buffer.alloc(0) : zeros.subarray(0, Math.min(zeros.length, Math.ceil(size / 512) * 512)),
        ];
      });
      folder.file(`${name}.tar.gz`, gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)])));
      assertRefused(await restore(`${name}.tar.gz`, `refused-${name}`), reason);
      assert.deepEqual(readdirSync(folder.file(`refused-${name}`)), ['station.lock']);
      assert.ok(!existsSync(folder.file('outside')));
    }
  });

  it('refuse the folder of a running station, one that is in use, a file that exists and a folder without a station', async () => {
    const onto = ['restore', folder.file('made.tar.gz'), '--data-dir', station.folder];
    assertRefused(await run(onto), /a station runs on .*: stop it first/);
    assertRefused(await run([...onto, '--force']), /a station runs on .*: stop it first/);
    const again = ['backup', folder.file('made.tar.gz'), '--data-dir', station.folder];
    assertRefused(await run(again), /made\.tar\.gz exists: name a new file/);
    const nowhere = ['backup', folder.file('new.tar.gz'), '--data-dir', folder.file('nowhere')];
    assertRefused(await run(nowhere), /no station has been started in .*nowhere yet: name its folder with --data-dir/);
    assertRefused(await run([...again.with(1, '/nowhere/new.tar.gz')]), /nowhere.* cannot be written/);
    assert.equal((await run(['backup', '--data-dir', station.folder])).status, 2);
  });

  it('replace a station only with --force, put it aside, and keep recordings that the backup does not have', async () => {
    using own = new TestFolder();
    cpSync(folder.file('to-all.tar.gz'), own.path, { recursive: true });
    using replaced = openStore(own.path, { lock: true });
    replaced.counters.set('of the replaced one', 1);
    replaced.close();
    const words = ['restore', folder.file('made.tar.gz'), '--data-dir', own.path];
    assertRefused(await run(words), /is not empty \(.*\): name another with --data-dir, or replace it with --force/);
    const { out, status } = await run([...words, '--force']);
    assert.equal(status, 0);
    const aside = /is in (.*): delete it when the station works/.exec(out)?.[1] ?? assert.fail(out);
    assert.ok(readdirSync(own.path).includes('recordings'));
    using restored = openStore(own.path, { lock: true });
    assert.equal(restored.counters.get('of the replaced one'), undefined);
    using old = openStore(aside, { lock: true });
    assert.equal(old.counters.get('of the replaced one'), 1);
  });

  it('bring the station of version 0.1.0 to this version, with a key that works', async () => {
    const to = folder.file('of-0.1.0');
    assert.equal((await run(['restore', FIXTURE, '--data-dir', to])).status, 0);
    await using upgraded = await testStation({ 'data-dir': to }, { hasRealHashes: true });
    const response = await fetch(`${upgraded.url}/api/v1/auth/token/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_secret: FIXTURE_KEY }),
    });
    assert.equal(response.status, 200);
  });
});

/** One line, and status 1. */
function assertRefused({ err, out, status }: Ran, reason: RegExp): void {
  assert.deepEqual([status, out], [1, ''], err);
  assert.match(err, reason);
  assert.equal(err.split('\n').length, 2, err);
}
