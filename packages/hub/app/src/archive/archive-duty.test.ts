import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { ArchiveDuty } from './archive-duty.ts';

it('a replica without its broker lets another one archive, once its lease has ended', async (test) => {
  let nowMs = 0;
  test.mock.method(performance, 'now', () => nowMs);
  let isConnected = true;
  let taken = 0;
  let looked = Promise.withResolvers<void>();
  const part = { wake() {}, stop: async () => {}, waiting: 0, fault: undefined };
  const take = async () => {
    taken += 1;
    return true;
  };
  const duty = new ArchiveDuty({
    log: SILENT_LOG,
    onBegin() {},
    renewMs: 0,
    lease: { take, release: async () => {} },
    isConnected: () => {
      looked.resolve();
      return isConnected;
    },
    start: () => ({ archiver: part, publisher: part }) as never,
  });
  /** Once it has looked with this time: what it does follows before it looks again. */
  const isOnAt = async (ms: number) => {
    nowMs = ms;
    for (const _ of [1, 2]) {
      looked = Promise.withResolvers();
      await looked.promise;
    }
    return duty.isOn;
  };
  assert.equal(await isOnAt(1000), true);
  isConnected = false;
  const before = taken;
  assert.equal(await isOnAt(6000), true, 'a short loss ends nothing');
  assert.equal(await isOnAt(7001), false);
  assert.deepEqual([taken, duty.fault], [before, undefined]);
  isConnected = true;
  assert.equal(await isOnAt(8000), true);
  await duty.stop();
});
