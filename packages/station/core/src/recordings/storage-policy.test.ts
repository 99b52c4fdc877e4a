import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { NO_ABOUT } from '../ports/capture-store.ts';
import { StoragePolicy } from './storage-policy.ts';

const LIMITS = { minFreeBytes: 20, lowFreeBytes: 0, reserveBytes: 10, removesOldest: true };

/** Recordings of 10 bytes each on a disk, the newest first. */
function scriptedPolicy(ids: readonly string[], { availableBytes = 0, bookmarked = '' } = {}) {
  const records = ids.map((id) => ({ id, startedUs: 0, videos: [] }));
  const removed: string[] = [];
  const library = {
    records,
    about: (id: string) => ({ ...NO_ABOUT, is_bookmarked: id === bookmarked }),
    remove: async (id: string) => {
      records.splice(
        records.findIndex((record) => record.id === id),
        1,
      );
    },
  };
  const told = new Set<string>();
  const notifications = {
    raise: (name: string) => told.add(name),
    clear: (name: string) => told.delete(name),
    set: () => {},
    isActive: (name: string) => told.has(name),
  };
  const policy = new StoragePolicy({
    limits: LIMITS,
    storage: {
      isFull: false,
      space: async () => ({ availableBytes: availableBytes + removed.length * 10, totalBytes: 100 }),
    },
    library: Promise.resolve(library),
    notifications: () => notifications as never,
    onRemoved: (id) => removed.push(id),
    log: SILENT_LOG,
  });
  return { policy, removed, told };
}

describe('the oldest recordings are removed', () => {
  it('for the one in progress, but never that one and none with a bookmark', async () => {
    const { policy, removed } = scriptedPolicy(['running', 'b', 'a'], { bookmarked: 'a' });
    assert.equal(await policy.check(() => 'running'), false);
    assert.deepEqual(removed, ['b']);
    const alone = scriptedPolicy(['running', 'a'], { bookmarked: 'a' });
    assert.equal(await alone.policy.check(() => 'running'), true, 'it ends');
    assert.deepEqual(alone.removed, []);
  });

  it('no more once it has ended, not even when it ends meanwhile', async () => {
    const { policy, removed, told } = scriptedPolicy(['filled', 'b', 'a']);
    told.add('STORAGE_FULL');
    await policy.check(() => undefined);
    assert.deepEqual(removed, []);
    let running: string | undefined = 'filled';
    const checked = policy.check(() => running);
    running = undefined;
    await checked;
    assert.deepEqual(removed, []);
  });

  it('for a new one, but never the newest', async () => {
    const { policy, removed } = scriptedPolicy(['c', 'b', 'a']);
    assert.equal((await policy.makeRoom()).ok, true);
    assert.deepEqual(removed, ['a', 'b']);
    const one = scriptedPolicy(['a']);
    assert.equal((await one.policy.makeRoom()).ok, false);
    assert.deepEqual(one.removed, []);
  });
});
