import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { randomStream } from '../noise/rng.ts';
import { DEFAULT_PARAMETERS } from '../parameters.ts';
import { YawLoop } from './yaw-loop.ts';

const NORTH = { headingDeg: 0, headingRateDps: 0, headingAccelerationDps2: 0 };
const yawAt = (headingDeg: number, stepS: number) =>
  new YawLoop(DEFAULT_PARAMETERS.yaw, headingDeg, stepS, randomStream(1, 'free yaw'));

describe('turning about the vertical', () => {
  it('comes to the wanted heading, off by what a steady disturbance takes', () => {
    const yaw = yawAt(20, 0.0025);
    yaw.authorityDps2 = 60;
    yaw.disturbanceDps2 = 4;
    for (let step = 0; step < 8000; step += 1) {
      yaw.estimatedHeadingDeg = yaw.headingDeg;
      yaw.step(NORTH);
    }
    near(yaw.headingDeg, 4 / DEFAULT_PARAMETERS.yaw.stiffness, 1e-6);
  });

  it('is off by what its gyro has too much: damping over stiffness of it', () => {
    const yaw = yawAt(20, 0.0025);
    yaw.authorityDps2 = 60;
    yaw.rateErrorDps = 2;
    for (let step = 0; step < 8000; step += 1) {
      yaw.estimatedHeadingDeg = yaw.headingDeg;
      yaw.step(NORTH);
    }
    near(yaw.headingDeg, (-4 * 2) / 8, 1e-6);
  });

  it('when free is turned by what is unequal, until the air holds it', () => {
    const still = { ...DEFAULT_PARAMETERS.yaw, freeRateDps: 0 };
    const yaw = new YawLoop(still, 0, 0.0025, randomStream(1, 'free yaw'));
    yaw.isFree = true;
    yaw.disturbanceDps2 = 2;
    for (let step = 0; step < 20_000; step += 1) yaw.step(NORTH);
    near(yaw.rateDps, 2 * still.freeTimeS, 0.01);
  });

  it('when free wanders at 20 degrees per second, whatever the step', () => {
    for (const stepS of [0.01, 0.0025]) {
      const yaw = yawAt(0, stepS);
      yaw.isFree = true;
      yaw.authorityDps2 = 60;
      let squares = 0;
      const steps = Math.round(20_000 / stepS);
      for (let step = 0; step < steps; step += 1) {
        yaw.step(NORTH);
        squares += yaw.rateDps * yaw.rateDps;
      }
      near(Math.sqrt(squares / steps), 20, 1);
    }
  });
});
