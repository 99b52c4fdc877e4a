import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { parametersWith } from '../parameters.ts';
import { Translation } from './translation.ts';
import { YawDisturbance } from './yaw-disturbance.ts';

const PERIOD_S = 0.02;
const parameters = parametersWith();
const STILL = { gustEastMps: 0, gustNorthMps: 0 };

function bodyIn(windEastMps: number, headingDeg: number, twistDeg = 0) {
  const motion = new Translation(parameters.kite, 0.0025);
  motion.windEastMps = windEastMps;
  return { motion, yaw: { headingDeg }, twistDeg };
}

/** Looking North in a wind of 10 m/s to the east, a gust of 3 m/s has lasted so long. */
function afterGust(seconds: number, headingDeg = 0): number {
  const turnedBy = new YawDisturbance(parameters, PERIOD_S);
  for (let step = 0; step < Math.round(seconds / PERIOD_S); step += 1) {
    turnedBy.update({ gustEastMps: 3, gustNorthMps: 0 }, bodyIn(10, headingDeg), { lengthM: 20 });
  }
  return turnedBy.dps2;
}

describe('what turns the Kite', () => {
  it('is a gust across its nose, for as long as it does not meet all rotors alike', () => {
    const { yawGustVolumeM3, yawInertiaKgM2 } = parameters.kite;
    const atOnce = ((0.5 * 1.225 * yawGustVolumeM3 * 10 * 3) / yawInertiaKgM2) * (180 / Math.PI);
    near(afterGust(PERIOD_S), atOnce * Math.exp(-PERIOD_S / 1.5), 1e-9);
    near(afterGust(1.5), atOnce * Math.exp(-1), 1e-9);
    near(afterGust(30), 0, 1e-6);
    near(afterGust(1.5, 90), 0, 1e-9);
    near(afterGust(1.5, 180), -atOnce * Math.exp(-1), 1e-9);
  });

  it('is nothing in a steady wind', () => {
    const turnedBy = new YawDisturbance(parameters, PERIOD_S);
    turnedBy.update(STILL, bodyIn(14, 0), { lengthM: 20 });
    assert.equal(turnedBy.dps2 + 0, 0);
  });

  it('is a tether that is wound up: back, the harder the shorter it is', () => {
    const turnedBy = new YawDisturbance(parameters, PERIOD_S);
    const backBy = (lengthM: number, turns: number) => {
      turnedBy.update(STILL, bodyIn(0, 0, 360 * turns), { lengthM });
      return turnedBy.dps2;
    };
    near(backBy(5, 10), (((-0.0003 * 20 * Math.PI) / 5) * (180 / Math.PI)) / 0.0977, 1e-9);
    near(backBy(40, 10), backBy(5, 10) / 8, 1e-9);
    near(backBy(5, -10), -backBy(5, 10), 1e-9);
    near(backBy(0, 1), backBy(0.5, 1), 1e-12);
  });
});
