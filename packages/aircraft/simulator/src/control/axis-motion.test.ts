import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { DEFAULT_PARAMETERS } from '../parameters.ts';
import { AxisMotion } from './axis-motion.ts';

const STEP_S = 0.005;
const pan = () => new AxisMotion(DEFAULT_PARAMETERS.gimbal, 0, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
const tilt = () => new AxisMotion(DEFAULT_PARAMETERS.gimbal, 0, -11, 80);
function run(axis: AxisMotion, seconds: number): void {
  for (let index = 0; index < Math.round(seconds / STEP_S); index += 1) axis.step(STEP_S);
}

describe('the motion of an axis', () => {
  it('goes to an angle and stays', () => {
    const axis = pan();
    axis.move({ kind: 'toAngle', angleDeg: 400 }, STEP_S);
    assert.equal(axis.isDone, false);
    run(axis, 400 / 20 + 20 / 40 + 2 * STEP_S);
    assert.equal(axis.angleDeg, 400);
    assert.equal(axis.isDone, true);
  });

  it('turns by rate times duration in all, then stops by itself', () => {
    const axis = pan();
    axis.move({ kind: 'atRate', rateDps: -15, durationS: 4 }, STEP_S);
    run(axis, 4);
    near(axis.rateDps, -15, 1e-9);
    assert.equal(axis.isDone, false);
    run(axis, 1);
    near(axis.angleDeg, -60, 0.2);
    assert.equal(axis.isDone, true);
  });

  it('turns no faster than the axis can', () => {
    const axis = pan();
    axis.move({ kind: 'atRate', rateDps: 1000, durationS: 4 }, STEP_S);
    run(axis, 3);
    near(axis.rateDps, 25, 1e-9);
  });

  it('stops within a quarter of a second', () => {
    const axis = pan();
    axis.move({ kind: 'atRate', rateDps: 25, durationS: 100 }, STEP_S);
    run(axis, 2);
    const before = axis.angleDeg;
    axis.move({ kind: 'stop' }, STEP_S);
    run(axis, 0.25);
    assert.equal(axis.isDone, true);
    near(axis.angleDeg - before, 2.6, 0.1);
  });

  it('ends at the end of its travel', () => {
    const axis = tilt();
    axis.move({ kind: 'toAngle', angleDeg: 500 }, STEP_S);
    run(axis, 10);
    assert.equal(axis.angleDeg, 80);
    axis.move({ kind: 'atRate', rateDps: -20, durationS: 60 }, STEP_S);
    run(axis, 10);
    assert.equal(axis.angleDeg, -11);
  });

  it('carries out the last command only', () => {
    const axis = tilt();
    axis.move({ kind: 'atRate', rateDps: 20, durationS: 60 }, STEP_S);
    run(axis, 1);
    axis.move({ kind: 'toAngle', angleDeg: 5 }, STEP_S);
    run(axis, 10);
    assert.equal(axis.angleDeg, 5);
    assert.equal(axis.isDone, true);
  });

  it('a rate of zero stops', () => {
    const axis = tilt();
    axis.move({ kind: 'atRate', rateDps: 0, durationS: 5 }, STEP_S);
    run(axis, STEP_S);
    assert.equal(axis.isDone, true);
  });

  it('throws on what is no number', () => {
    assert.throws(() => pan().move({ kind: 'toAngle', angleDeg: Number.NaN }, STEP_S), RangeError);
    assert.throws(() => pan().move({ kind: 'atRate', rateDps: Number.NaN, durationS: 1 }, STEP_S), RangeError);
    assert.throws(() => pan().move({ kind: 'atRate', rateDps: 1, durationS: Number.NaN }, STEP_S), RangeError);
  });
});
