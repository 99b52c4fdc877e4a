import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TiltLoop } from '../body/tilt-loop.ts';
import { PanCombination } from '../control/pan-combination.ts';
import { DEFAULT_PARAMETERS, parametersWith } from '../parameters.ts';
import { CameraMount } from './camera-mount.ts';

const STEP_S = 0.005;
const near = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);

/** A camera under a Kite with heading 0. */
function make() {
  const camera = new CameraMount(DEFAULT_PARAMETERS.gimbal, 0, STEP_S);
  const lean = new TiltLoop(DEFAULT_PARAMETERS.attitude, STEP_S);
  const pan = new PanCombination(parametersWith(), 0);
  const run = (seconds: number, headingDeg = 0) => {
    for (let index = 0; index < Math.round(seconds / STEP_S); index += 1) {
      camera.step(pan, lean, { headingDeg }, { rateDps: 0 });
    }
  };
  const leanNorthDeg = (deg: number) => {
    lean.north = Math.tan((deg * Math.PI) / 180);
  };
  return { camera, run, leanNorthDeg };
}

describe('the camera in its gimbal', () => {
  it('keeps its angle to the horizon while the Kite leans', () => {
    const { camera, run, leanNorthDeg } = make();
    camera.moveTilt({ kind: 'toAngle', angleDeg: 20 }, STEP_S);
    run(3);
    leanNorthDeg(10);
    run(1);
    near(camera.tiltDeg, 20, 0.01);
    leanNorthDeg(-10);
    run(1);
    near(camera.tiltDeg, 20, 0.01);
  });

  it('sees less of the sky when its Kite leans forward: the travel is the Kite’s', () => {
    const { camera, run, leanNorthDeg } = make();
    leanNorthDeg(10);
    camera.moveTilt({ kind: 'toAngle', angleDeg: -11 }, STEP_S);
    run(3);
    near(camera.tiltDeg, -1, 0.01);
    assert.equal(camera.isTilting, false);
    leanNorthDeg(0);
    run(1);
    near(camera.tiltDeg, -11, 0.01);
  });

  it('keeps its azimuth when the Kite is turned, as far as the gimbal reaches', () => {
    const { camera, run } = make();
    run(1, 15);
    near(camera.panDeg, 0, 0.01);
    run(1, 30);
    near(camera.panDeg, 10, 0.01);
  });

  it('without power stays as it is against the Kite', () => {
    const { camera, run } = make();
    camera.moveTilt({ kind: 'toAngle', angleDeg: 40 }, STEP_S);
    run(1);
    camera.isPowered = false;
    const tiltDeg = camera.tiltDeg;
    run(3, 10);
    assert.equal(camera.tiltDeg, tiltDeg);
    assert.equal(camera.panDeg, 10);
    assert.equal(camera.isTilting, false);
  });
});
