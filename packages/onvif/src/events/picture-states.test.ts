import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FrameTruth } from '@kitestring/video-process/source';
import { FRAME } from '../../test/support/frame.ts';
import { NOTHING_SEEN, nextStates, type PictureStates } from './picture-states.ts';

type FrameObject = FrameTruth['objects'][number];

const [PERSON] = FRAME.objects as [FrameObject];

const frame = (atS: number, changes: Partial<FrameTruth> = {}): FrameTruth => ({
  ...FRAME,
  timeUs: atS * 1_000_000,
  ...changes,
});
const moved = (byPx: number, changes: Partial<FrameObject> = {}): readonly FrameObject[] => [
  { ...PERSON, ...changes, box: { ...PERSON.box, x: PERSON.box.x + byPx } },
];
const seen = (...frames: readonly FrameTruth[]): PictureStates =>
  frames.reduce((states, one) => nextStates(states, one, true), NOTHING_SEEN);

describe('motion in pictures', () => {
  const after = (objects: readonly FrameObject[], changes: Partial<FrameTruth> = {}) =>
    seen(frame(0), frame(0.1, { objects, ...changes })).isMotion;

  it('is a person or a vehicle that moves by more than a pixel between two pictures', () => {
    assert.equal(after(moved(1.5)), true);
    assert.equal(after(moved(1)), false);
    assert.equal(after(moved(9, { areaPx: 63 })), false);
    assert.equal(after(moved(9, { kind: 'smoke' })), false);
    assert.equal(after([{ ...PERSON, id: 'person-5' }]), false);
  });

  it('is not what the zoom, or a Kite that sways, moves in the picture', () => {
    assert.equal(after(moved(9), { zoom: 1.1 }), false);
    assert.equal(after(moved(9, { speedMps: 0 })), false);
  });

  it('is unknown while the camera turns, and for the first picture after', () => {
    const turning = nextStates(seen(frame(0)), frame(0.1, { objects: moved(9) }), false);
    assert.equal(turning.isMotion, false);
    const stands = nextStates(turning, frame(0.2, { objects: moved(18) }), true);
    assert.equal(stands.isMotion, false);
    assert.equal(nextStates(stands, frame(0.3, { objects: moved(27) }), true).isMotion, true);
  });

  it('ends 2 s after the last', () => {
    const begun = seen(frame(0), frame(1, { objects: moved(9) }));
    assert.equal(nextStates(begun, frame(2.9, { objects: moved(9) }), true).isMotion, true);
    assert.equal(nextStates(begun, frame(3, { objects: moved(9) }), true).isMotion, false);
  });
});

describe('pictures that are too dark', () => {
  it('are so after 2 s, until they are clearly brighter', () => {
    const lit: readonly (readonly [atS: number, meanLuma: number, isTooDark: boolean])[] = [
      [0, 15, false],
      [1.9, 15, false],
      [1.95, 16, false],
      [2, 15, false],
      [3.9, 10, false],
      [4, 10, true],
      [5, 20, true],
      [6, 24, true],
      [7, 24.1, false],
      [8, 15, false],
    ];
    let states = NOTHING_SEEN;
    for (const [atS, meanLuma, isTooDark] of lit) {
      states = nextStates(states, frame(atS, { meanLuma }), true);
      assert.equal(states.isTooDark, isTooDark, `at ${atS} s`);
    }
  });
});
