import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { parametersWith } from '../parameters.ts';
import { HeadingEstimator } from './heading-estimator.ts';

const FIELD_UT = 21.5;

function make() {
  const estimator = new HeadingEstimator(parametersWith(), 0.05);
  const run = (seconds: number, compassDeg: number, fieldUt = FIELD_UT, isTurning = true) => {
    for (let index = 0; index < seconds * 20; index += 1) {
      estimator.correct({ headingDeg: compassDeg, fieldUt, expectedUt: FIELD_UT }, isTurning);
    }
  };
  return { estimator, run };
}

describe('the heading on board', () => {
  it('starts within half a turn of North', () => {
    const { estimator } = make();
    estimator.start(355);
    near(estimator.headingDeg, -5, 1e-9);
  });

  it('comes slowly to what the compass says, across North and after several turns', () => {
    const { estimator, run } = make();
    estimator.headingDeg = 720 + 355;
    run(10, 5);
    near(estimator.headingDeg, 720 + 355 + 10 * (1 - Math.exp(-1)), 0.01);
  });

  it('does not follow the compass in the cradle', () => {
    const { estimator, run } = make();
    estimator.start(40);
    run(100, 43, FIELD_UT, false);
    assert.equal(estimator.headingDeg, 40);
  });

  it('goes on by gyro alone when the compass jumps, and says after 3 s that it is disturbed', () => {
    const { estimator, run } = make();
    estimator.start(40);
    run(2.9, 40 + 24.9);
    assert.equal(estimator.isDisturbed, false);
    run(0.2, 40 + 24.9);
    assert.equal(estimator.isDisturbed, true);
    assert.equal(estimator.headingDeg, 40);
    run(0.05, 41);
    assert.equal(estimator.isDisturbed, false);
  });

  it('is disturbed at once by a field of the wrong strength', () => {
    const { estimator, run } = make();
    estimator.start(40);
    run(0.05, 40, 1.3 * FIELD_UT);
    assert.equal(estimator.isDisturbed, true);
    run(0.05, 40, 1.2 * FIELD_UT);
    assert.equal(estimator.isDisturbed, false);
  });
});
