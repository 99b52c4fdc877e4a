import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { YawLoop } from '../body/yaw-loop.ts';
import { DEFAULT_PARAMETERS, parametersWith } from '../parameters.ts';
import { PanCombination } from './pan-combination.ts';

const GIMBAL_STEP_S = 0.005;
const RANGE_DEG = DEFAULT_PARAMETERS.gimbal.panRangeDeg;

/** Pan and the Kite that follows it, with the rotors at hover. */
function make() {
  const pan = new PanCombination(parametersWith(), 0);
  const yaw = new YawLoop(DEFAULT_PARAMETERS.yaw, 0, GIMBAL_STEP_S / 2);
  yaw.authorityDps2 = 100;
  let largestLeadDeg = 0;
  const run = (seconds: number) => {
    for (let index = 0; index < Math.round(seconds / GIMBAL_STEP_S); index += 1) {
      pan.step(yaw.headingDeg, yaw.rateDps, GIMBAL_STEP_S);
      for (let half = 0; half < 2; half += 1) {
        yaw.estimatedHeadingDeg = yaw.headingDeg;
        yaw.step(pan);
      }
      largestLeadDeg = Math.max(largestLeadDeg, Math.abs(pan.azimuthDeg - yaw.headingDeg));
    }
  };
  return { pan, yaw, run, lead: () => largestLeadDeg };
}

describe('pan, shared by gimbal and Kite', () => {
  it('never needs more of the gimbal than it can turn, at full speed and when it reverses', () => {
    const { pan, run, lead } = make();
    pan.move({ kind: 'atRate', rateDps: 25, durationS: 10 }, GIMBAL_STEP_S);
    run(5);
    pan.move({ kind: 'atRate', rateDps: -25, durationS: 10 }, GIMBAL_STEP_S);
    run(20);
    assert.ok(lead() > 5 && lead() < RANGE_DEG, `the gimbal leads by ${lead()} degrees`);
  });

  it('turns the Kite with its own limits, without overshooting', () => {
    const { pan, yaw, run } = make();
    pan.move({ kind: 'toAngle', angleDeg: 120 }, GIMBAL_STEP_S);
    let furthestDeg = 0;
    for (let index = 0; index < 2000; index += 1) {
      const beforeDps = pan.headingRateDps;
      run(GIMBAL_STEP_S);
      assert.ok(Math.abs(pan.headingRateDps - beforeDps) <= 2 * 30 * GIMBAL_STEP_S + 1e-9);
      if (index === 600) assert.ok(Math.abs(pan.headingRateDps - 20) < 0.5);
      furthestDeg = Math.max(furthestDeg, yaw.headingDeg);
    }
    assert.ok(furthestDeg < 120.5, `${furthestDeg}`);
  });

  it('ends with the gimbal centred and the Kite at rest', () => {
    const { pan, yaw, run } = make();
    pan.move({ kind: 'toAngle', angleDeg: -250 }, GIMBAL_STEP_S);
    run(20);
    assert.equal(pan.isMoving, false);
    assert.ok(Math.abs(yaw.headingDeg + 250) < 0.05);
    assert.ok(Math.abs(yaw.rateDps) < 0.05);
  });

  it('is moving from the command until the Kite has followed, also after a stop', () => {
    const { pan, run, yaw } = make();
    assert.equal(pan.isMoving, false);
    pan.move({ kind: 'atRate', rateDps: 20, durationS: 60 }, GIMBAL_STEP_S);
    assert.equal(pan.isMoving, true);
    run(3);
    pan.move({ kind: 'stop' }, GIMBAL_STEP_S);
    run(0.2);
    assert.equal(pan.azimuthRateDps, 0);
    assert.equal(pan.isMoving, true);
    run(3);
    assert.equal(pan.isMoving, false);
    assert.ok(Math.abs(yaw.headingDeg - pan.azimuthDeg) < 0.1);
  });

  it('does not call its own alignment a command', () => {
    const { pan, yaw, run } = make();
    pan.align(90, GIMBAL_STEP_S);
    run(1);
    assert.equal(pan.isMoving, false);
    run(9);
    assert.ok(Math.abs(yaw.headingDeg - 90) < 0.1);
  });
});
