import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { TiltLoop } from '../body/tilt-loop.ts';
import { PanCombination } from '../control/pan-combination.ts';
import { DEFAULT_PARAMETERS, parametersWith } from '../parameters.ts';
import { CameraMount } from './camera-mount.ts';

const STEP_S = 0.005;
const FAULTLESS = { servoErrorDeg: 0, attitudeBiasDeg: 0 };

/** A camera under a Kite with heading 0. */
function make(gimbal: Partial<(typeof DEFAULT_PARAMETERS)['gimbal']> = FAULTLESS) {
  const camera = new CameraMount(parametersWith({ gimbal }), 1, 0, STEP_S);
  const lean = new TiltLoop(DEFAULT_PARAMETERS.attitude, STEP_S);
  const pan = new PanCombination(parametersWith(), 0);
  const rotors = { thrustN: new Float64Array(6), densityShare: 1 };
  const run = (seconds: number, headingDeg = 0, trueHeadingDeg = headingDeg) => {
    for (let index = 0; index < Math.round(seconds / STEP_S); index += 1) {
      camera.step(
        pan,
        { lean, rotors, yaw: { headingDeg: trueHeadingDeg, rateDps: 0 } },
        { headingDeg },
        { speedMps: 8 },
      );
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
    near(camera.measured.tiltDeg, 20, 0.01);
    leanNorthDeg(-10);
    run(1);
    near(camera.measured.tiltDeg, 20, 0.01);
  });

  it('sees less of the sky when its Kite leans forward: the travel is the Kite’s', () => {
    const { camera, run, leanNorthDeg } = make();
    leanNorthDeg(10);
    camera.moveTilt({ kind: 'toAngle', angleDeg: -11 }, STEP_S);
    run(3);
    near(camera.measured.tiltDeg, -1, 0.01);
    assert.equal(camera.isTilting, false);
    leanNorthDeg(0);
    run(1);
    near(camera.measured.tiltDeg, -11, 0.01);
  });

  it('keeps its azimuth when the Kite is turned, as far as the gimbal reaches', () => {
    const { camera, run } = make();
    run(1, 15);
    near(camera.measured.panDeg, 0, 0.01);
    run(1, 30);
    near(camera.measured.panDeg, 10, 0.01);
  });

  it('without power stays as it is against the Kite', () => {
    const { camera, run } = make();
    camera.moveTilt({ kind: 'toAngle', angleDeg: 40 }, STEP_S);
    run(1);
    camera.isPowered = false;
    const tiltDeg = camera.measured.tiltDeg;
    run(3, 10);
    assert.equal(camera.measured.tiltDeg, tiltDeg);
    assert.equal(camera.measured.panDeg, 10);
    assert.equal(camera.isTilting, false);
  });

  it('looks past the heading that the compass tells by as much as that is wrong, and reports what it measures', () => {
    const { camera, run } = make();
    run(1, 5, 12);
    near(camera.measured.panDeg, 0, 0.01);
    near(camera.actual.panDeg, 7, 0.01);
  });

  it('hangs off the horizon by what its attitude is wrong, and reports the few hundredths that its motors miss', () => {
    const { camera, run } = make({ attitudeBiasDeg: 1 });
    camera.moveTilt({ kind: 'toAngle', angleDeg: 20 }, STEP_S);
    run(3);
    near(camera.measured.tiltDeg, 20, 0.06);
    near(camera.measured.rollDeg, 0, 0.06);
    const wrong = [camera.actual.tiltDeg - camera.measured.tiltDeg, camera.actual.rollDeg - camera.measured.rollDeg];
    assert.ok(Math.hypot(...wrong) > 0.3 && Math.hypot(...wrong) < 4, `${wrong}`);
  });

  it('tells how fast the picture moves: what is, from step to step', () => {
    const { camera, run } = make();
    run(1, 40);
    run(0.5, 40, 41);
    run(STEP_S, 40, 41.1);
    near(camera.rate.panDeg, 0.1 / STEP_S, 0.01);
  });
});
