import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { it } from 'node:test';
import type { Notification } from '@kitestring/contract/notifications/notification.ts';
import { NOTIFICATIONS } from '@kitestring/contract/notifications/notification-dictionary.ts';
import { SmallDisk, WITHOUT_SMALL_DISKS } from '@kitestring/testing/small-disk.ts';
import { TestFolder } from '@kitestring/testing/test-folder.ts';
import { startTestStation, TEST_KEY, type TestStation } from './support/test-station.ts';

/** Resolves when people are next told that the store is unusable, or that this is over. */
function told({ station }: TestStation, what: 'Begin' | 'End'): Promise<Notification> {
  return new Promise((resolve) => {
    const cancel = station.notifications.onEvent((notification) => {
      const { code, end_time } = notification;
      if (code !== NOTIFICATIONS.STORE_UNUSABLE.code || (end_time === undefined) !== (what === 'Begin')) return;
      cancel();
      resolve(notification);
    });
  });
}

it('A full disk is logged once and then counted, is a notification, and is over when there is space again', {
  skip: WITHOUT_SMALL_DISKS,
  timeout: 180_000,
}, async () => {
  using folder = new TestFolder();
  const path = folder.file('data');
  using _disk = new SmallDisk(path, 2);
  await using station = await startTestStation({ dataDir: path, limits: { tokenRequestsBurst: 1000 } });
  const ballast = `${path}/ballast`;
  const signIn = async () => (await station.stranger().post('auth/token/request', { client_secret: TEST_KEY })).status;
  assert.equal(await signIn(), 200);
  const begun = told(station, 'Begin');
  for (let bytes = 2 ** 20; bytes >= 1; bytes /= 4) fill(`${ballast}-${bytes}`, bytes);
  while ((await signIn()) === 200);
  for (let count = 0; count < 20; count += 1) await signIn();
  assert.match((await begun).message, /Station database not writable: the disk is full\./);
  const said = () => station.log.filter(({ message }) => message.startsWith('the store cannot be used'));
  assert.equal(said().length, 1);
  const ended = told(station, 'End');
  for (let bytes = 2 ** 20; bytes >= 1; bytes /= 4) rmSync(`${ballast}-${bytes}`, { force: true });
  await ended;
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
