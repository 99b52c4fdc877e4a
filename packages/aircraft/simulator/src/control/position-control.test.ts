import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import { DisturbanceObserver } from '../navigation/disturbance-observer.ts';
import { HorizontalEstimator } from '../navigation/horizontal-estimator.ts';
import { parametersWith } from '../parameters.ts';
import { PositionControl } from './position-control.ts';

const PERIOD_S = 0.01;
const NOTHING = new DisturbanceObserver(0, 0, PERIOD_S);

/** Leans for a Kite that is estimated at a place and stays there. */
function lean(
  eastM: number,
  northM: number,
  seconds = PERIOD_S,
  disturbanceEast = 0,
  leanLimit = 1,
  upMps2 = GRAVITY_MPS2,
) {
  const estimate = new HorizontalEstimator(1);
  estimate.correct(eastM, northM);
  const control = new PositionControl(parametersWith(), PERIOD_S);
  control.leanLimit = leanLimit;
  control.upMps2 = upMps2;
  const feels = new DisturbanceObserver(0, 0, PERIOD_S);
  feels.eastMps2 = disturbanceEast;
  for (let index = 0; index < Math.round(seconds / PERIOD_S); index += 1) {
    control.update(estimate, feels);
  }
  return control;
}

describe('the position controller', () => {
  it('leans back towards its place, the more the longer it is away', () => {
    const soon = lean(1, -0.5);
    near(soon.leanEast, -0.6 / GRAVITY_MPS2, 2e-4);
    near(soon.leanNorth, 0.3 / GRAVITY_MPS2, 2e-4);
    near(lean(1, 0, 5).leanEast, -(0.6 + 0.12 * 5) / GRAVITY_MPS2, 1e-6);
  });

  it('leans against the wind before it is carried off', () => {
    near(lean(0, 0, PERIOD_S, 1.5).leanEast, -1.5 / GRAVITY_MPS2, 1e-9);
  });

  it('leans no further than it may, in the direction that it wants', () => {
    const far = lean(300, 400);
    near(Math.hypot(far.leanEast, far.leanNorth), 5 / GRAVITY_MPS2, 1e-9);
    near(far.leanEast / far.leanNorth, 0.75, 1e-9);
    near(Math.hypot(lean(300, 0, PERIOD_S, 0, 0.1).leanEast), 0.1, 1e-9);
  });

  it('leans less when the tether makes it carry more: the thrust that leans is larger', () => {
    near(lean(0, 0, PERIOD_S, 1.5, 1, 2 * GRAVITY_MPS2).leanEast, -0.75 / GRAVITY_MPS2, 1e-9);
  });

  it('can lean against more than it may ask for by itself', () => {
    near(lean(0, 0, PERIOD_S, 8, 1, 22).leanEast, -8 / 22, 1e-9);
    near(lean(100, 0, PERIOD_S, 3, 1, 22).leanEast, -(5 + 3) / 22, 1e-9);
  });

  it('keeps another place when it is told to', () => {
    const control = new PositionControl(parametersWith(), PERIOD_S);
    const estimate = new HorizontalEstimator(1);
    estimate.correct(4, -3);
    control.goTo(4, -3);
    control.update(estimate, NOTHING);
    near(control.leanEast, 0, 1e-12);
    near(control.leanNorth, 0, 1e-12);
  });

  it('forgets on the ground what has added up', () => {
    const control = lean(1, 1, 10);
    control.level();
    assert.equal(control.leanEast, 0);
    const estimate = new HorizontalEstimator(1);
    control.update(estimate, NOTHING);
    near(control.leanEast, 0, 1e-12);
  });
});
