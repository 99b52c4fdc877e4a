import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RAD_PER_DEG } from '@kitestring/base/angles.ts';
import { projectPoint } from '../../test/project-point.ts';
import type { ScenePoint } from './camera-view.ts';
import { fieldOfView, type Lens, lensOf } from './lens.ts';
import type { CameraPose } from './pose.ts';

const LENS = lensOf('Camera 2nd Generation', 'zoom') as Lens;
const LEVEL: CameraPose = { eastM: 0, northM: 0, upM: 40, panDeg: 0, tiltDeg: 0, rollDeg: 0, zoom: 1 };

const pointAt = (eastM: number, northM: number, upM: number): ScenePoint => ({ eastM, northM, upM });

/** Asserts where a point is, in pixels. */
function assertAt(pose: Partial<CameraPose>, point: ScenePoint, x: number, y: number): void {
  const projected = projectPoint({ ...LEVEL, ...pose }, LENS, point);
  assert.ok(projected !== undefined, 'the point is in front of the camera');
  assert.ok(Math.hypot(projected.x - x, projected.y - y) < 1e-6, `${projected.x}, ${projected.y} is not ${x}, ${y}`);
}

/** Focal length at zoom 1, pixels. */
const FOCAL = (LENS.focalLengthMm / LENS.sensorWidthMm) * LENS.frameWidth;

describe('the pinhole camera', () => {
  it('has what is straight ahead in the middle of the picture, whatever its pan', () => {
    assertAt({}, pointAt(0, 100, 40), 960, 540);
    assertAt({ panDeg: 90 }, pointAt(100, 0, 40), 960, 540);
    assertAt({ panDeg: -135 }, pointAt(-70, -70, 40), 960, 540);
    assertAt({ panDeg: 30, tiltDeg: 90 }, pointAt(0, 0, 0), 960, 540);
  });

  it('has North up when it looks straight down with pan 0, and East up with pan 90', () => {
    assertAt({ tiltDeg: 90 }, pointAt(0, 10, 0), 960, 540 - (FOCAL * 10) / 40);
    assertAt({ tiltDeg: 90 }, pointAt(10, 0, 0), 960 + (FOCAL * 10) / 40, 540);
    assertAt({ tiltDeg: 90, panDeg: 90 }, pointAt(10, 0, 0), 960, 540 - (FOCAL * 10) / 40);
  });

  it('meets the ground at height / tan(tilt) in the middle of the picture', () => {
    const tiltDeg = 27;
    assertAt({ tiltDeg }, pointAt(0, 40 / Math.tan(tiltDeg * RAD_PER_DEG), 0), 960, 540);
  });

  it('turns the picture to the left when it rolls to the right', () => {
    assertAt({ rollDeg: 90 }, pointAt(0, 100, 50), 960 - (FOCAL * 10) / 100, 540);
    assertAt({ rollDeg: 30 }, pointAt(10, 100, 40), 960 + FOCAL * 0.1 * Math.cos(Math.PI / 6), 540 - FOCAL * 0.1 * 0.5);
  });

  for (const zoom of [1, 2, 7.3, 32]) {
    it(`sees exactly the field of view that is told at zoom ${zoom}: its edges are the edges of the picture`, () => {
      const { horizontalDeg, verticalDeg } = fieldOfView(LENS, zoom);
      const right = 100 * Math.tan((horizontalDeg / 2) * RAD_PER_DEG);
      const above = 100 * Math.tan((verticalDeg / 2) * RAD_PER_DEG);
      assertAt({ zoom }, pointAt(right, 100, 40), 1920, 540);
      assertAt({ zoom }, pointAt(-right, 100, 40), 0, 540);
      assertAt({ zoom }, pointAt(0, 100, 40 + above), 960, 0);
      assertAt({ zoom }, pointAt(0, 100, 40 - above), 960, 1080);
    });
  }

  it('tells the distance along its axis', () => {
    assert.equal(projectPoint(LEVEL, LENS, pointAt(-30, 80, 10))?.depth, 80);
  });

  it('does not see what is behind it, or beside it', () => {
    assert.equal(projectPoint(LEVEL, LENS, pointAt(0, -1, 40)), undefined);
    assert.equal(projectPoint(LEVEL, LENS, pointAt(5, 0, 40)), undefined);
  });

  it('looks from just above the ground when it is told to be below', () => {
    assert.deepEqual(
      projectPoint({ ...LEVEL, upM: -50 }, LENS, pointAt(0, 100, 0.3)),
      projectPoint({ ...LEVEL, upM: 0.3 }, LENS, pointAt(0, 100, 0.3)),
    );
  });

  it('refuses numbers that are not finite, by name', () => {
    for (const field of ['eastM', 'northM', 'upM', 'panDeg', 'tiltDeg', 'rollDeg', 'zoom'] as const) {
      for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
        assert.throws(
          () => projectPoint({ ...LEVEL, [field]: value }, LENS, pointAt(0, 1, 0)),
          new RegExp(`${field} of the pose`),
        );
      }
    }
    assert.throws(
      () => projectPoint({ ...LEVEL, zoom: 0 }, LENS, pointAt(0, 1, 0)),
      /zoom of the pose must be greater than 0, got 0/,
    );
  });
});
