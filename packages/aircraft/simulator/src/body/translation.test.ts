import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { parametersWith } from '../parameters.ts';
import { Translation } from './translation.ts';

/** Only quadratic drag, as in the closed form. */
const { kite } = parametersWith({ kite: { linearDragNsPerM: 0, dragAreaM2: 0.02 } });
const STEP_S = 0.0025;
const UPRIGHT = { east: 0, north: 0 };

describe('a Kite that is dragged over the ground', () => {
  it('stays while friction holds, 0.6 of its weight, and gives way beyond', () => {
    const { kite } = parametersWith({ kite: { massKg: 1.2, groundFriction: 0.6 } });
    const drag = (pullN: number, downN = 0) => {
      const motion = new Translation(kite, 0.0025);
      for (let count = 0; count < 400; count += 1) {
        motion.pullBy(pullN, 0, -downN);
        motion.slide();
      }
      return motion;
    };
    assert.equal(drag(7).eastM, 0);
    const { eastMps } = drag(9);
    near(eastMps, 9 / 1.2 - 0.6 * 9.80665, 1e-9);
    // A line that pulls down as well presses it to the ground.
    near(drag(9, 2).eastMps, (9 - 0.6 * 2) / 1.2 - 0.6 * 9.80665, 1e-9);
    assert.equal(drag(9, 4).eastM, 0);
  });
});

describe('translation', () => {
  it('hovers on a thrust equal to its weight, and is carried to the speed of the wind when it does not lean', () => {
    const hover = new Translation(parametersWith({ kite: { dragAreaM2: 0.02 } }).kite, STEP_S);
    hover.windEastMps = 5;
    hover.verticalThrustN = 1.2 * 9.80665;
    for (let step = 0; step < 400 * 600; step += 1) hover.step(UPRIGHT);
    near(hover.upM, 0, 0.01);
    near(hover.eastMps, 5, 0.01);
  });

  it('stands in the wind with the lean that balances the drag', () => {
    const hover = new Translation(parametersWith({ kite: { dragAreaM2: 0.02 } }).kite, STEP_S);
    hover.windNorthMps = -10;
    hover.verticalThrustN = 1.2 * 9.80665;
    const dragN = 0.06 * 10 + 0.5 * 1.225 * 0.02 * 100;
    const weightN = 1.2 * 9.80665;
    for (let step = 0; step < 4000; step += 1) hover.step({ east: 0, north: dragN / weightN });
    near(hover.northM, 0, 1e-9);
  });

  it('feels the pull of the tether', () => {
    const pulled = new Translation(kite, STEP_S);
    pulled.tetherUpN = -6;
    pulled.verticalThrustN = 1.2 * 9.80665 + 6;
    for (let step = 0; step < 400; step += 1) pulled.step(UPRIGHT);
    near(pulled.upM, 0, 1e-9);
  });
});
