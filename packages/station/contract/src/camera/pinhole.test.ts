import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wrap180 } from '@kitestring/base/angles.ts';
import { aimFor, directionAt, pointOf, type View, zoomed } from './pinhole.ts';

const LEVEL: View = { panDeg: 0, tiltDeg: 0, rollDeg: 0, horizontalDeg: 67.38, verticalDeg: 41.11 };
const CENTRE = { x: 0.5, y: 0.5 };

const near = (actual: number, expected: number, within = 1e-6) =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not ${expected}`);

/** Numbers from 0 to 1, the same with every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

describe('the pinhole camera', () => {
  it('sees in the middle where it is pointed', () => {
    const direction = directionAt({ ...LEVEL, panDeg: 100, tiltDeg: 30 }, CENTRE);
    near(direction.azimuthDeg, 100);
    near(direction.depressionDeg, 30);
  });

  it('sees half the field of view at the edges', () => {
    near(directionAt(LEVEL, { x: 1, y: 0.5 }).azimuthDeg, LEVEL.horizontalDeg / 2);
    near(directionAt(LEVEL, { x: 0, y: 0.5 }).azimuthDeg, -LEVEL.horizontalDeg / 2);
    near(directionAt(LEVEL, { x: 0.5, y: 1 }).depressionDeg, LEVEL.verticalDeg / 2);
    near(directionAt(LEVEL, { x: 0.5, y: 0 }).depressionDeg, -LEVEL.verticalDeg / 2);
  });

  it('finds every point again by its direction, and brings every direction back to its point', () => {
    const random = numbers(7);
    const next = (from: number, to: number) => from + (to - from) * random.next().value;
    for (let round = 0; round < 2000; round += 1) {
      const view: View = {
        panDeg: next(-180, 180),
        tiltDeg: next(-11, 80),
        rollDeg: next(-10, 10),
        horizontalDeg: next(3, 96),
        verticalDeg: next(2, 64),
      };
      const point = { x: next(0, 1), y: next(0, 1) };
      const direction = directionAt(view, point);
      const found = pointOf(view, direction);
      near(found?.x ?? Number.NaN, point.x);
      near(found?.y ?? Number.NaN, point.y);
      const aim = aimFor(view, direction, point);
      near(wrap180(aim.panDeg - view.panDeg), 0);
      near(aim.tiltDeg, view.tiltDeg);
    }
  });

  it('turns left when the picture is dragged to the right, and up when it is dragged down', () => {
    const grabbed = directionAt(LEVEL, CENTRE);
    near(aimFor(LEVEL, grabbed, { x: 0.75, y: 0.5 }).panDeg, -18.43, 0.01);
    assert.ok(aimFor(LEVEL, grabbed, { x: 0.5, y: 0.75 }).tiltDeg < 0);
    assert.ok(aimFor(LEVEL, grabbed, { x: 0.5, y: 0.25 }).tiltDeg > 0);
  });

  it('keeps the dragged point under the pointer exactly, far from the middle and tilted down', () => {
    const view = { ...LEVEL, panDeg: 170, tiltDeg: 60 };
    const grabbed = directionAt(view, { x: 0.1, y: 0.2 });
    const pointer = { x: 0.8, y: 0.7 };
    const aim = aimFor(view, grabbed, pointer);
    const shown = pointOf({ ...view, ...aim }, grabbed);
    near(shown?.x ?? Number.NaN, pointer.x);
    near(shown?.y ?? Number.NaN, pointer.y);
  });

  it('goes over South without a jump', () => {
    const view = { ...LEVEL, panDeg: 179 };
    const aim = aimFor(view, directionAt(view, CENTRE), { x: 0.25, y: 0.5 });
    near(aim.panDeg, 179 + 18.43 - 360, 0.01);
  });

  it('comes as near as it can where no aim brings the point', () => {
    const view = { ...LEVEL, tiltDeg: 80 };
    const aim = aimFor(view, { azimuthDeg: 0, depressionDeg: 90 }, { x: 1, y: 0.5 });
    assert.ok(Number.isFinite(aim.panDeg));
    near(aim.tiltDeg, 90);
  });

  it('has above on its left when it has rolled to the right by a quarter turn', () => {
    const point = pointOf({ ...LEVEL, rollDeg: 90 }, { azimuthDeg: 0, depressionDeg: -5 });
    near(point?.y ?? Number.NaN, 0.5);
    assert.ok((point?.x ?? 1) < 0.5);
  });

  it('does not see what is behind it', () => {
    assert.equal(pointOf(LEVEL, { azimuthDeg: 180, depressionDeg: 0 }), undefined);
  });

  it('keeps the point under the pointer while it zooms about it', () => {
    const view = { ...LEVEL, panDeg: 40, tiltDeg: 20 };
    const pointer = { x: 0.9, y: 0.3 };
    const direction = directionAt(view, pointer);
    const closer = zoomed(view, 1, 4);
    near(closer.horizontalDeg, LEVEL.horizontalDeg / 4);
    const shown = pointOf({ ...closer, ...aimFor(closer, direction, pointer) }, direction);
    near(shown?.x ?? Number.NaN, pointer.x);
    near(shown?.y ?? Number.NaN, pointer.y);
  });
});
