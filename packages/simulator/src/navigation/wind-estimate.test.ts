import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parametersWith } from '../parameters.ts';
import { airspeedOfDrag, WindEstimate } from './wind-estimate.ts';

const parameters = parametersWith();
const PERIOD_S = 0.1;

function make() {
  const estimate = new WindEstimate(parameters.wind, PERIOD_S);
  const fly = (seconds: number, windMps: number, driftM = 0) => {
    for (let index = 0; index < Math.round(seconds / PERIOD_S); index += 1) estimate.updateInFlight(windMps, driftM);
  };
  return { estimate, fly };
}

describe('the wind as the Kite knows it', () => {
  it('follows from the drag', () => {
    const dragN = 0.06 * 9 + 0.5 * 1.2 * 0.02 * 81;
    assert.ok(Math.abs(airspeedOfDrag(dragN, parameters.kite, 1.2) - 9) < 1e-9);
    assert.equal(airspeedOfDrag(0, parameters.kite, 1.2), 0);
  });

  it('is over the limit when it stays there, not for a gust', () => {
    const { estimate, fly } = make();
    fly(60, 9);
    fly(4, 18);
    fly(20, 9);
    assert.equal(estimate.isOverLimit, false);
    fly(60, 15);
    assert.equal(estimate.isOverLimit, true);
  });

  it('stays over the limit until it has been well below it for a minute', () => {
    const { estimate, fly } = make();
    fly(120, 16);
    fly(120, 13);
    assert.equal(estimate.isOverLimit, true);
    fly(60, 8);
    assert.equal(estimate.isOverLimit, true);
    fly(20, 8);
    assert.equal(estimate.isOverLimit, false);
  });

  it('is over the limit too when the Kite is carried off', () => {
    const { estimate, fly } = make();
    fly(4.9, 5, 2.6);
    assert.equal(estimate.isOverLimit, false);
    fly(0.2, 5, 2.6);
    assert.equal(estimate.isOverLimit, true);
  });

  it('is forgotten on the ground', () => {
    const { estimate, fly } = make();
    fly(120, 16);
    estimate.updateOnGround(3);
    assert.equal(estimate.isOverLimit, false);
  });
});
