import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { SmallDisk, WITHOUT_SMALL_DISKS } from '@kitestring/testing/small-disk.ts';
import { TestFolder } from '../src/store/test-folder.ts';
import { startTestStation, TEST_KEY, type TestStation } from './support/test-station.ts';

const isShown = ({ station }: TestStation) => station.notifications.isActive('STORE_UNUSABLE');

/** Real time passes; the test's own deadline ends it. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(20);
}

it('A full disk is logged once and then counted, is a notification, and is over when there is space again', {
  skip: WITHOUT_SMALL_DISKS,
  timeout: 60_000,
}, async () => {
  using folder = new TestFolder();
  const path = folder.file('data');
  using _disk = new SmallDisk(path, 2);
  await using station = await startTestStation({ dataDir: path, limits: { tokenRequestsBurst: 1000 } });
  const ballast = `${path}/ballast`;
  const signIn = async () => (await station.stranger().post('auth/token/request', { client_secret: TEST_KEY })).status;
  assert.equal(await signIn(), 200);
  for (let bytes = 2 ** 20; bytes >= 1; bytes /= 4) fill(`${ballast}-${bytes}`, bytes);
  while ((await signIn()) === 200);
  for (let count = 0; count < 20; count += 1) await signIn();
  await until(() => isShown(station));
  const [shown] = station.station.notifications.active().filter(({ code }) => code === 10081);
  assert.match(shown?.message ?? '', /The database of the station cannot be written: the disk is full\./);
  const said = () => station.log.filter(({ message }) => message.startsWith('the store cannot be used'));
  assert.equal(said().length, 1);
  for (let bytes = 2 ** 20; bytes >= 1; bytes /= 4) rmSync(`${ballast}-${bytes}`, { force: true });
  await until(() => !isShown(station));
  assert.equal(await signIn(), 200);
  const over = station.log.find(({ message }) => message === 'the store can be used again');
  assert.ok(Number(over?.fields.faults) >= 20);
});

/** As many files of this size in one as fit. */
function fill(path: string, bytes: number): void {
  const part = Buffer.alloc(bytes, 1);
  try {
    for (;;) writeFileSync(path, part, { flag: 'a' });
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
  }
}
