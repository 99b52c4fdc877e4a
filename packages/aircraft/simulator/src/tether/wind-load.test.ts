import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { Wind } from '../air/wind.ts';
import { randomStream } from '../noise/rng.ts';
import { HangingLine } from './hanging-line.ts';
import { leaningShare, ProfileLoad } from './profile-load.ts';
import { WindLoad } from './wind-load.ts';

const LENGTH_M = 45;
/** A tight line that points so far away from upright, downwind or to the side, and what a wind to the east does to it. */
function loaded(exponent: number, angle = 0, isSideways = false): WindLoad {
  const wind = new Wind({ speedMps: 8, fromDeg: 270, turbulence: 'none' }, exponent, randomStream(1, 'wind'), 0.02);
  const line = new HangingLine();
  const level = 1e6 * Math.sin(angle);
  Object.assign(line, { baseEastN: isSideways ? 0 : level, baseNorthN: isSideways ? level : 0 });
  Object.assign(line, { baseUpN: 1e6 * Math.cos(angle), lengthM: LENGTH_M });
  Object.assign(line, { loadEastNPerM: 0, loadNorthNPerM: 0, loadUpNPerM: -0.06 });
  const load = new WindLoad({ diameterM: 0.002, dragCoefficient: 1.1 }, 0);
  load.update(line, wind, { airDensity: 1.225 }, { eastMps: 0, northMps: 0 });
  return load;
}

const FULL_N_PER_M = 0.5 * 1.225 * 1.1 * 0.002 * 64;

describe('the load of the wind on the line', () => {
  it('of an even wind is even', () => {
    const { eastNPerM, pairEastN } = loaded(0);
    near(eastNPerM, FULL_N_PER_M, 1e-9);
    near(pairEastN, 0, 1e-9);
  });

  it('is that of what blows across it: nothing along it, all of it from the side', () => {
    near(loaded(0, 1).eastNPerM, FULL_N_PER_M * Math.cos(1) ** 3, 1e-6);
    near(loaded(0, 1).upNPerM, -FULL_N_PER_M * Math.cos(1) ** 2 * Math.sin(1), 1e-6);
    near(loaded(0, 1, true).eastNPerM, FULL_N_PER_M, 1e-6);
  });

  it('of a profile is the mean of it, with its moment on the ends, as the closed form of the estimators has it', () => {
    for (const exponent of [1 / 7, 1 / 4]) {
      const shares = new ProfileLoad(exponent);
      shares.reach(LENGTH_M);
      const topNPerM = FULL_N_PER_M * 4.5 ** (2 * exponent);
      const { eastNPerM, pairEastN } = loaded(exponent);
      near(eastNPerM / topNPerM, shares.meanShare, 0.005);
      near(pairEastN / topNPerM / LENGTH_M, shares.pairShare, 0.002);
    }
  });
});

describe('the load of a profile in closed form', () => {
  it('is 0.778 of that at the top in open country, of which the base bears 0.340 and the top 0.4375', () => {
    const shares = new ProfileLoad(1 / 7);
    shares.reach(1e5);
    near(shares.meanShare / 2 - shares.pairShare, 0.3403, 1e-4);
    near(shares.meanShare / 2 + shares.pairShare, 0.4375, 1e-4);
  });

  it('is even as low as the profile does not reach, and falls with the lean of the line', () => {
    const shares = new ProfileLoad(1 / 4);
    shares.reach(2);
    near(shares.meanShare, 1, 1e-12);
    near(shares.pairShare, 0, 1e-12);
    near(leaningShare(0), 1, 0);
    near(leaningShare(Math.sin(0.5)), (0.5 + Math.sin(1) / 2) / 1, 0.01);
  });
});
