import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { checkRecords } from './support/check-records.ts';
import { HubProcess, PROGRAM } from './support/hub-process.ts';
import { TestStation } from './support/test-station.ts';
import { until } from './support/until.ts';

const TAR_BLOCK = 512;

describe('a backup of a hub', { skip: missingNatsServer() }, () => {
  const hub = new HubProcess();
  const folder = new TestFolder();
  const backup = join(folder.path, 'hub.tar.gz');
  let station: TestStation;
  before(async () => {
    await hub.start();
    station = await TestStation.enrol(hub, 'Engine 7');
    await station.goOnline();
  });
  after(async () => {
    await station.connection?.close();
    await hub[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const run = (name: string, file: string, dataDir = hub.dataDir) =>
    spawnSync(process.execPath, [PROGRAM, 'hub', name, file, '--data-dir', dataDir], { encoding: 'utf8' });
  const record = async (segments: number) => {
    for (let segment = 0; segment < segments; segment += 1) {
      station.journal.seal(5, 'flight.phase', { state: 'Flying', previous: 'TakingOff' });
    }
    await station.sendAll();
    await until('the archive', () => {
      station.beat();
      return station.have === station.journal.head;
    });
  };

  it('is refused while the hub runs, in one line that says what to do and that nothing is lost by a stop', async () => {
    const { status, stderr } = run('backup', backup);
    assert.equal(status, 1);
    assert.match(stderr, /^[^\n]*a hub runs on .*stop it first; stations keep their records[^\n]*\n$/);
  });

  it('has what the hub knew, and the stations send the rest again: nothing is lost, nothing double', async () => {
    await record(20);
    const { key } = hub;
    assert.equal(await hub.end('SIGTERM'), 0);
    const made = run('backup', backup);
    assert.equal(made.status, 0, made.stderr);
    assert.match(made.stdout, /hub\.tar\.gz: \d+ files, \d+\.\d MiB\n$/);
    assert.equal(statSync(backup).mode & 0o777, 0o600);
    await hub.start();
    await record(30);
    const before = { head: station.journal.head, have: station.have };
    assert.equal(await hub.end('SIGKILL'), 'SIGKILL');
    for (const name of readdirSync(hub.dataDir)) rmSync(join(hub.dataDir, name), { recursive: true });

    const restored = run('restore', backup);
    assert.equal(restored.status, 0, restored.stderr);
    await hub.start();
    // As a station does after each loss of its link.
    const reply = await station.hello();
    assert.ok('have' in reply && reply.have === 100, JSON.stringify(reply));
    await until('the same records again', async () => {
      await station.sendAll();
      station.beat();
      const { body } = await hub.ask(`stations/${station.sid}`, { key });
      return body.journal?.archived === before.head;
    });
    hub.keyFrom = undefined;
    writeFileSync(join(hub.dataDir, 'api-key'), `${key}\n`);
    const report = await checkRecords(hub, station.sid, station.journal.epoch, before.head);
    assert.deepEqual(report, { lost: 0, double: 0, declared: 0, faults: [], last: before.head });
    assert.equal(before.head, 250);
  });

  it('is put into an empty folder only', () => {
    const { status, stderr } = run('restore', backup);
    assert.equal(status, 1);
    assert.match(stderr, /is not empty \(.*\): move it away, or name another with --data-dir\n$/);
  });

  it('is put back whole or not at all: one that was cut, changed or is none leaves the folder empty', () => {
    const cut = join(folder.path, 'cut.tar.gz');
    copyFileSync(backup, cut);
    truncateSync(cut, Math.floor(statSync(backup).size / 2));
    const changed = join(folder.path, 'changed.tar.gz');
    const tar = gunzipSync(readFileSync(backup));
    // At the begin of a file: a seed of another kind may have these letters in it.
    let seed = 0;
    while (seed < tar.length && tar.toString('latin1', seed, seed + 3) !== 'SOA') seed += TAR_BLOCK;
    assert.ok(seed < tar.length, 'the seed of the operator');
    tar.write('SOB', seed);
    writeFileSync(changed, gzipSync(tar));
    const none = join(folder.path, 'none.tar.gz');
    writeFileSync(none, 'not a backup');
    for (const [file, reason] of [
      [cut, /damaged or no backup/],
      [changed, /keys\/operator(-signing)?\.nk is not as it was written/],
      [none, /damaged or no backup/],
      [join(folder.path, 'absent.tar.gz'), /does not exist/],
    ] as const) {
      const target = join(folder.path, 'target');
      const { status, stderr } = run('restore', file, target);
      assert.equal(status, 1, file);
      assert.match(stderr, reason);
      assert.deepEqual(
        readdirSync(target, { recursive: true }).filter((name) => name !== 'station.lock'),
        [],
      );
    }
  });

  it('has the recordings that a link in the data folder leads to, and puts them back without it', async () => {
    assert.equal(await hub.end('SIGTERM'), 0);
    const disk = folder.file('disk/objects');
    mkdirSync(disk, { recursive: true });
    writeFileSync(join(disk, 'film.mp4'), 'film');
    symlinkSync(disk, join(hub.dataDir, 'objects'));
    const linked = folder.file('linked.tar.gz');
    assert.equal(run('backup', linked).status, 0);
    const target = folder.file('other-disk');
    const { status, stderr } = run('restore', linked, target);
    assert.equal(status, 0, stderr);
    assert.equal(readFileSync(join(target, 'objects/film.mp4'), 'utf8'), 'film');
    assert.ok(lstatSync(join(target, 'objects')).isDirectory());
  });

  it('is refused where the data folder is not the whole hub', () => {
    const env = { ...process.env, KITESTRING_HUB_DATABASE: 'postgres://hub@db/hub' };
    const args = [PROGRAM, 'hub', 'backup', join(folder.path, 'b'), '--data-dir', hub.dataDir];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
    assert.equal(status, 1);
    assert.match(stderr, /database is set, .*pg_dump.*docs\/hub\/backup\.md/);
  });
});
