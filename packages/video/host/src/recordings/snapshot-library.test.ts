import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { KeptSnapshots } from '@kitestring/station-core/captures';
import { NO_ABOUT } from '@kitestring/station-core/ports';
import { SnapshotLibrary } from './snapshot-library.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const MIB = 2 ** 20;
const JPEG = new Uint8Array(MIB / 2);

describe('kept snapshots', () => {
  const root = mkdtempSync(join(tmpdir(), 'kitestring-snapshots-'));
  after(() => rmSync(root, { recursive: true }));

  async function opened(name: string, { free = 1000 * MIB, maxMib = 2 } = {}) {
    const path = join(root, name);
    const clock = new VirtualClock();
    const store = await SnapshotLibrary.open(path, log);
    const removed: string[] = [];
    const kept: number[] = [];
    const snapshots = new KeptSnapshots({
      store: Promise.resolve(store),
      limits: { snapshotsMaxBytes: maxMib * MIB, reserveBytes: 64 * MIB },
      availableBytes: async () => free,
      flightUs: () => undefined,
      incident: () => undefined,
      timezone: 'UTC',
      clock,
      log,
      removals: { tell: (kind, id) => removed.push(`${kind} ${id}`) },
      onKept: () => kept.push(store.records.length),
    });
    const keep = async () => {
      const result = await snapshots.keep('zoom', JPEG);
      clock.advance(1);
      return result.ok ? result.value.id : result.refusal.message;
    };
    return { keep, kept, path, removed, store };
  }

  it('are bounded: the oldest without a bookmark go first, and never one with a bookmark', async () => {
    const { keep, kept, removed, store } = await opened('bounded');
    const ids = [await keep(), await keep(), await keep(), await keep()];
    await store.keepAbout(ids[0] ?? '', { ...NO_ABOUT, is_bookmarked: true });
    const last = await keep();
    assert.deepEqual(removed, [`snapshot ${ids[1]}`]);
    assert.deepEqual(
      store.records.map(({ id }) => id),
      [ids[0], ids[2], ids[3], last],
    );
    for (const { id } of store.records) await store.keepAbout(id, { ...NO_ABOUT, is_bookmarked: true });
    assert.equal(
      await keep(),
      'the 2 MiB for kept snapshots are filled by bookmarked ones: delete one, or remove a bookmark',
    );
    assert.equal(store.records.length, 4);
    assert.deepEqual(kept, [1, 2, 3, 4, 4], 'told of each that is kept, and of none that is not');
  });

  it('taken in the same second have names of their own', async () => {
    const { store } = await opened('same-second');
    const ids = [1, 2].map(() => store.newId(0, 'Asia/Kathmandu'));
    assert.deepEqual(ids, ['snapshot_19700101_053000_+0530', 'snapshot_19700101_053000_+0530']);
    await store.add({ id: ids[0] ?? '', takenUs: 0, streamId: 'zoom', sizeBytes: JPEG.length }, JPEG);
    assert.equal(store.newId(0, 'Asia/Kathmandu'), 'snapshot_19700101_053001_+0530');
  });

  it('are refused with the figures on a full disk, and nothing is removed for them', async () => {
    const { keep, store } = await opened('full', { free: 10 * MIB });
    assert.equal(await keep(), 'a snapshot needs 65 MiB of free space, only 10 MiB are free');
    assert.equal(store.records.length, 0);
  });

  it('survive a restart with their notes; what a kill left half goes, and what others left stays', async () => {
    const first = await opened('restart');
    const id = await first.keep();
    await first.store.keepAbout(id, { name: 'Roof', note: '', is_bookmarked: true });
    await first.store.keepThumbnail(id, JPEG.subarray(0, 100));
    const half = 'snapshot_20260301_093100_+0000';
    mkdirSync(join(first.path, half));
    writeFileSync(join(first.path, half, 'picture.jpg'), 'half');
    mkdirSync(join(first.path, 'holiday'));
    const { store } = await opened('restart');
    assert.deepEqual(
      store.records.map((record) => record.id),
      [id],
    );
    assert.equal(store.about(id).name, 'Roof');
    assert.equal((await store.thumbnail(id))?.length, 100);
    assert.deepEqual(readdirSync(first.path).sort(), ['holiday', id]);
    assert.throws(() => store.picture('../recordings'));
    await store.remove(id);
    assert.deepEqual(readdirSync(first.path), ['holiday']);
  });

  it('that cannot be read stay on the disk, and the others are there', async () => {
    const first = await opened('damaged');
    const [id, damaged] = [await first.keep(), await first.keep()];
    writeFileSync(join(first.path, damaged, 'snapshot.json'), '');
    const file = 'snapshot_20260301_093100_+0000';
    writeFileSync(join(first.path, file), 'no folder');
    const { store } = await opened('damaged');
    assert.deepEqual(
      store.records.map((record) => record.id),
      [id],
    );
    assert.deepEqual(readdirSync(first.path).sort(), [id, damaged, file].sort());
    assert.ok(readdirSync(join(first.path, damaged)).includes('picture.jpg'));
  });
});
