import assert from 'node:assert/strict';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import type { TestClient } from '@kitestring/server/test/support/test-client.ts';
import { SmallDisk, WITHOUT_SMALL_DISKS } from '@kitestring/testing/small-disk.ts';
import { TestFolder } from '@kitestring/testing/test-folder.ts';
import { startTestStation, type TestStation } from './support/test-station.ts';

const pin = (client: TestClient) => client.post('/station/v1/pins', { name: 'p', latitude: 1, longitude: 2 });
const names = async ({ station }: TestStation) => station.pins.list().map(({ name }) => name);

it('A station that was killed starts on a full disk: it flies and lands, stores nothing, and says so', {
  skip: WITHOUT_SMALL_DISKS,
  timeout: 180_000,
}, async () => {
  using folder = new TestFolder();
  const path = folder.file('data');
  using _disk = new SmallDisk(path, 4);
  {
    await using before = await startTestStation({ dataDir: folder.file('before') });
    assert.equal((await pin(await before.client())).status, 201);
    copyAsKilled(before.dataDir, path);
  }
  for (let bytes = 2 ** 20; bytes >= 1; bytes /= 4) fill(`${path}/ballast-${bytes}`, bytes);
  {
    await using station = await startTestStation({ dataDir: path });
    const client = await station.client();
    station.advance(15);
    assert.equal((await client.post('flight/control/take_off')).status, 202);
    station.advance(30);
    assert.equal((await client.post('flight/control/land')).status, 202);
    station.advance(60);
    assert.equal(station.station.flight.phase.state, 'StandBy');
    assert.equal((await pin(client)).status, 503);
    assert.deepEqual(await names(station), ['p']);
    const probe = async (name: string) => (await fetch(`${station.url}/${name}`)).status;
    assert.deepEqual(await Promise.all(['healthz', 'readyz', 'api/health'].map(probe)), [200, 503, 500]);
    const [told] = station.station.notifications.active().filter(({ message }) => message.includes('not writable'));
    assert.match(told?.message ?? '', /the disk is full since the start, so nothing is stored until the next start/);
  }
  for (let bytes = 2 ** 20; bytes >= 1; bytes /= 4) rmSync(`${path}/ballast-${bytes}`, { force: true });
  await using after = await startTestStation({ dataDir: path });
  assert.deepEqual(await names(after), ['p']);
  assert.equal((await pin(await after.client())).status, 201);
});

/** Files of a station that runs, as a kill would leave them: while they are copied, no checkpoint begins the log again. */
function copyAsKilled(from: string, to: string): void {
  const lock = new DatabaseSync(`${from}/station.sqlite`, { timeout: 60_000 });
  lock.exec('BEGIN IMMEDIATE');
  for (const name of ['station.sqlite', 'station.sqlite-wal', 'station.lock', 'tls-key.pem'])
    copyIfThere(`${from}/${name}`, `${to}/${name}`);
  lock.exec('ROLLBACK');
  lock.close();
}

function copyIfThere(from: string, to: string): void {
  try {
    copyFileSync(from, to);
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOENT');
  }
}

/** As many files of this size in one as fit. */
function fill(path: string, bytes: number): void {
  const part = Buffer.alloc(bytes, 1);
  try {
    for (;;) writeFileSync(path, part, { flag: 'a' });
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
  }
}
