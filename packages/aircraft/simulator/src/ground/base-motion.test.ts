import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { DEFAULT_PARAMETERS } from '../parameters.ts';
import { StepRates } from '../step-rates.ts';
import { BaseMotion } from './base-motion.ts';

function make() {
  const base = new BaseMotion(DEFAULT_PARAMETERS, new StepRates(), 1);
  const run = (seconds: number) => {
    for (let count = 0; count < Math.round(seconds * 100); count += 1) {
      base.step();
      if (count % 10 === 0) base.measure();
    }
  };
  return { base, run };
}

describe('a Ground Station that is driven', () => {
  it('gets to its speed with its acceleration, in the wanted direction', () => {
    const { base, run } = make();
    base.drive(1, 90);
    run(1);
    near(base.eastMps, 0.5, 0.006);
    run(2);
    near(base.eastMps, 1, 1e-9);
    near(base.northMps, 0, 1e-9);
    near(base.eastM, 2, 0.01);
  });

  it('brakes to rest and stays where it then is', () => {
    const { base, run } = make();
    base.drive(1, 0);
    run(5);
    base.stop();
    run(5);
    assert.equal(base.isAtRest, true);
    near(base.northMps, 0, 1e-12);
    const { northM } = base;
    near(northM, 5, 0.02);
    run(60);
    assert.equal(base.northM, northM);
  });

  it('changes its speed in steps that add up to it', () => {
    const { base } = make();
    base.drive(0.3, 45);
    let sum = 0;
    for (let count = 0; count < 200; count += 1) {
      base.step();
      sum += base.eastStepMps;
    }
    near(sum, base.eastMps, 1e-12);
  });

  it('knows that it moves, and never that it moves while it does not', () => {
    const { base, run } = make();
    for (let minute = 0; minute < 60; minute += 1) {
      run(60);
      assert.equal(base.measuresMoving, false);
    }
    base.drive(0.2, 200);
    run(2);
    assert.equal(base.measuresMoving, true);
    base.stop();
    run(4);
    assert.equal(base.measuresMoving, false);
  });
});
