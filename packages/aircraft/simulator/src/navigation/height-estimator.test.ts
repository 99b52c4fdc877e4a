import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { randomStream } from '../noise/rng.ts';
import { DEFAULT_PARAMETERS } from '../parameters.ts';
import { HeightEstimator } from './height-estimator.ts';

/** Accelerometer at 100 Hz, barometer at 50 Hz, for a Kite that accelerates as given. */
function run(seconds: number, motion: { accelerationMps2: number; biasMps2: number; noiseM: number }) {
  const estimator = new HeightEstimator(DEFAULT_PARAMETERS.inertial, 30, 0.02);
  const random = randomStream(1, 'barometer');
  estimator.zero(3);
  let heightM = 0;
  let rateMps = 0;
  let worstM = 0;
  for (let index = 0; index < seconds * 100; index += 1) {
    rateMps += motion.accelerationMps2 * 0.01;
    heightM += rateMps * 0.01;
    estimator.predict(motion.accelerationMps2 + motion.biasMps2, 0.01);
    if (index % 2 === 0) estimator.correct(3 + heightM + motion.noiseM * random.normal());
    if (index > seconds * 50) worstM = Math.max(worstM, Math.abs(estimator.heightM - heightM));
  }
  return { estimator, heightM, rateMps, worstM };
}

describe('the height on board', () => {
  it('starts from what the barometer says in the cradle, and follows a climb', () => {
    const { estimator, heightM, rateMps } = run(10, { accelerationMps2: 0.2, biasMps2: 0, noiseM: 0 });
    near(estimator.heightM, heightM, 1e-6);
    near(estimator.climbRateMps, rateMps, 1e-6);
  });

  it('finds the bias of the accelerometer', () => {
    const { worstM, estimator } = run(60, { accelerationMps2: 0, biasMps2: 0.1, noiseM: 0 });
    near(worstM, 0, 0.001);
    near(estimator.climbRateMps, 0, 0.001);
  });

  it('takes out nearly all noise of the barometer', () => {
    const { worstM } = run(120, { accelerationMps2: 0, biasMps2: 0, noiseM: 0.12 });
    assert.ok(worstM < 0.08, `${worstM}`);
  });

  it('does not drift with a barometer whose zero the tether corrects', () => {
    const estimator = new HeightEstimator(DEFAULT_PARAMETERS.inertial, 30, 0.02);
    estimator.zero(0);
    for (let index = 0; index < 300 * 100; index += 1) {
      const barometerM = 20 + 0.002 * index * 0.01;
      estimator.predict(0, 0.01);
      if (index % 2 !== 0) continue;
      estimator.correctZero(barometerM, 20);
      estimator.correct(barometerM);
    }
    // 2 mm/s for 300 s are 0.6 m; what is left is that of the last half minute.
    near(estimator.heightM, 20.06, 0.01);
  });

  it('takes the height by the tether as it is when the barometer turns out wrong, and makes no climb of the difference', () => {
    const estimator = new HeightEstimator(DEFAULT_PARAMETERS.inertial, 30, 0.02);
    estimator.zero(0);
    estimator.correctByTether(3, 17);
    near(estimator.heightM, 17, 1e-12);
    near(estimator.climbRateMps, 0, 1e-12);
  });

  it('with neither barometer nor tether goes on by the accelerometer, and then by a barometer that is well again from there', () => {
    const estimator = new HeightEstimator(DEFAULT_PARAMETERS.inertial, 30, 0.02);
    estimator.zero(0);
    estimator.correctByTether(3, 17);
    for (let count = 0; count < 500; count += 1) {
      estimator.predict(0, 0.01);
      estimator.correctByTether(3 + count, undefined);
    }
    near(estimator.heightM, 17, 1e-9);
    estimator.correct(502);
    near(estimator.heightM, 17, 1e-9);
  });
});
