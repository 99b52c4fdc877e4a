import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CLIP_SETS, clipUnit } from '../../test/support/clip.ts';
import type { AccessUnit } from '../access-unit.ts';
import { Fragmenter } from './fragmenter.ts';
import { boxAt, readBoxes, viewOf } from './read-boxes.ts';

const OPTIONS = { sets: CLIP_SETS, framesPerS: 30, fragmentS: 0.5 };

/** A player's view of a fragment. */
function read(fragment: Uint8Array) {
  const boxes = readBoxes(fragment);
  const moof = boxes.find(({ type }) => type === 'moof');
  const data = boxes.find(({ type }) => type === 'mdat');
  assert.ok(moof && data);
  const run = viewOf(boxAt(moof.content, 'traf', 'trun'));
  const rows = Array.from({ length: run.getUint32(4) }, (_, row) => ({
    duration: run.getUint32(12 + row * 12),
    size: run.getUint32(16 + row * 12),
    isKeyFrame: run.getUint32(20 + row * 12) === 0x200_0000,
  }));
  assert.equal(moof.offset + run.getUint32(8), data.offset + 8, 'the first sample begins where the data does');
  assert.equal(
    rows.reduce((sum, { size }) => sum + size, 0),
    data.content.length,
  );
  return {
    types: boxes.map(({ type }) => type),
    sequence: viewOf(boxAt(moof.content, 'mfhd')).getUint32(4),
    time: Number(viewOf(boxAt(moof.content, 'traf', 'tfdt')).getBigUint64(4)),
    rows,
    data: data.content,
  };
}

function fragments(fragmenter: Fragmenter, units: readonly AccessUnit[]) {
  const all = units.map((unit) => fragmenter.push(unit));
  return [...all, fragmenter.flush()].filter((fragment) => fragment !== undefined).map(read);
}

const units = (from: number, count: number) => Array.from({ length: count }, (_, index) => clipUnit(from + index));

describe('fragments', () => {
  it('have every picture once, the last one with the nominal duration', () => {
    const found = fragments(new Fragmenter(OPTIONS), units(0, 47));
    assert.deepEqual(
      found.map(({ sequence, time, rows }) => [sequence, time, rows.length]),
      [
        [1, 0, 15],
        [2, 45_000, 15],
        [3, 90_000, 15],
        [4, 135_000, 2],
      ],
    );
    assert.ok(found.flatMap(({ rows }) => rows).every(({ duration }) => duration === 3000));
    assert.deepEqual(found[0]?.types, ['prft', 'moof', 'mdat']);
  });

  it('begin with a short one where that is wanted, so that something of the film is on the disk at once', () => {
    const found = fragments(new Fragmenter({ ...OPTIONS, firstFragmentS: 0 }), units(0, 47));
    assert.deepEqual(
      found.map(({ sequence, time, rows }) => [sequence, time, rows.length]),
      [
        [1, 0, 1],
        [2, 3000, 15],
        [3, 48_000, 15],
        [4, 93_000, 15],
        [5, 138_000, 1],
      ],
    );
  });

  it('say where decoding can begin', () => {
    const rows = fragments(new Fragmenter(OPTIONS), units(0, 90)).flatMap(({ rows }) => rows);
    assert.deepEqual(
      rows.flatMap(({ isKeyFrame }, index) => (isKeyFrame ? [index] : [])),
      [0, 30, 60],
    );
  });

  it('leave out parameter sets that the head has, and keep others', () => {
    const same = fragments(new Fragmenter(OPTIONS), units(0, 1));
    const other = fragments(
      new Fragmenter({ ...OPTIONS, sets: { ...CLIP_SETS, pps: new Uint8Array([8]) } }),
      units(0, 1),
    );
    const growth = (other[0]?.rows[0]?.size ?? 0) - (same[0]?.rows[0]?.size ?? 0);
    assert.equal(growth, CLIP_SETS.pps.length + 4);
  });

  it('let a picture last until the next one', () => {
    const late = clipUnit(10);
    const [found] = fragments(new Fragmenter({ ...OPTIONS, fragmentS: 9 }), [...units(0, 3), late]);
    assert.deepEqual(
      found?.rows.map(({ duration }) => duration),
      [3000, 3000, 24_000, 3000],
    );
  });

  it('go on after an interruption by the real-time clock, from whatever the new source counts', () => {
    const fragmenter = new Fragmenter(OPTIONS);
    const before = fragments(fragmenter, units(0, 3));
    fragmenter.interrupt();
    const again = { ...clipUnit(33), rtpTime: 5 };
    const after = fragments(fragmenter, [again]);
    assert.deepEqual(
      [before, after].map(([found]) => found?.time),
      [0, 33 * 3000],
    );
  });

  it('go on after an interruption by the monotonic clock, where the system clock was set meanwhile', () => {
    const yearMs = 365 * 86_400_000;
    for (const stepMs of [yearMs, -yearMs]) {
      const fragmenter = new Fragmenter(OPTIONS);
      for (const index of [0, 1, 2]) fragmenter.push(clipUnit(index), 500 + (index * 1000) / 30);
      fragmenter.flush();
      fragmenter.interrupt();
      const { realTimeMs, ...again } = { ...clipUnit(33), rtpTime: 5 };
      fragmenter.push({ ...again, realTimeMs: realTimeMs + stepMs }, 500 + (33 * 1000) / 30);
      assert.equal(fragmenter.seconds.toFixed(3), (34 / 30).toFixed(3));
    }
  });

  it('of a file of another process go on without a gap, where the system clock was set meanwhile', () => {
    const { realTimeMs } = clipUnit(0);
    const fragmenter = new Fragmenter({
      ...OPTIONS,
      from: { sequence: 5, time: 90_000, realTimeMs: realTimeMs - 1e12 },
    });
    fragmenter.push(clipUnit(0), 500);
    assert.equal(fragmenter.seconds.toFixed(3), (1 + 1 / 30).toFixed(3));
  });

  it('never go back in time, whatever a camera counts', () => {
    const backwards = [0, 5, 3, 3, 4].map((index, order) => ({ ...clipUnit(index), isKeyFrame: order === 0 }));
    const [found] = fragments(new Fragmenter(OPTIONS), backwards);
    assert.ok(found?.rows.every(({ duration }) => duration > 0));
  });
});
