import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { DEFAULT_PARAMETERS } from '../parameters.ts';
import { HeightEstimator } from './height-estimator.ts';
import { ReportedAltitude } from './reported-altitude.ts';

const PERIOD_S = 0.01;
describe('the altitude that is shown', () => {
  it('goes with the Kite at once and with the tether in a while', () => {
    const altitude = new ReportedAltitude(PERIOD_S);
    const height = new HeightEstimator(DEFAULT_PARAMETERS.inertial, 30, 0.02);
    let tetherM = 0;
    const run = (seconds: number, climbRateMps: number, errorM: number) => {
      height.climbRateMps = climbRateMps;
      for (let count = 0; count < seconds / PERIOD_S; count += 1) {
        tetherM += climbRateMps * PERIOD_S;
        altitude.update(height, { heightM: tetherM + errorM });
      }
    };
    run(10, 1, 0);
    near(altitude.altitudeM, 10, 1e-6);
    run(1, 0, 0.3);
    near(altitude.altitudeM, 10 + 0.3 * (1 - Math.exp(-1 / 12)), 1e-3);
    run(120, 0, 0.3);
    near(altitude.altitudeM, 10.3, 1e-3);
    altitude.rest();
    assert.equal(altitude.altitudeM, 0);
  });
});
