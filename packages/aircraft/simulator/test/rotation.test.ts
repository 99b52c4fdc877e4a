import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { Wind, type WindConditions } from '../src/air/wind.ts';
import { Translation } from '../src/body/translation.ts';
import { randomStream } from '../src/noise/rng.ts';
import { parametersWith } from '../src/parameters.ts';
import { Tether } from '../src/tether/tether.ts';
import { Winch } from '../src/tether/winch.ts';

const STEP_S = 0.0025;

/** A level Kite on its tether in a gust and turbulence, everything turned by so many quarters of a circle. */
function flown(quarters: number, model: 'quasi_static' | 'lumped') {
  const parameters = parametersWith({ tether: { model } });
  const motion = new Translation(parameters.kite, STEP_S);
  const winch = new Winch(parameters, 0, STEP_S);
  const tether = new Tether(parameters, motion, winch, STEP_S);
  const fromDeg = 250 + 90 * quarters;
  const conditions: WindConditions = { speedMps: 4, fromDeg, turbulence: 'light' };
  const wind = new Wind(conditions, 1 / 7, randomStream(3, 'wind'), 8 * STEP_S);
  wind.startGust({ peakMps: 3, riseS: 1, holdS: 1, fallS: 1, fromDeg: fromDeg + 60 });
  winch.lengthM = 20;
  motion.upM = 20.005;
  motion.verticalThrustN = 25;
  for (let step = 0; step < 4000; step += 1) {
    if (step % 8 === 0) {
      wind.update(motion);
      motion.windEastMps = wind.eastMps;
      motion.windNorthMps = wind.northMps;
      motion.windUpMps = wind.upMps;
      tether.updateLoad(wind, { eastMps: 0, northMps: 0 });
    }
    tether.step();
    motion.step({ east: 0, north: 0 });
  }
  return {
    place: [motion.eastM, motion.northM, motion.upM],
    base: [tether.baseEastN, tether.baseNorthN, tether.baseUpN],
  };
}

/** Turned back: a quarter clockwise takes north to east. */
const turnedBack = ([east = 0, north = 0, up = 0]: readonly number[]) => [-north, east, up];

describe('no direction is special', () => {
  for (const model of ['quasi_static', 'lumped'] as const) {
    it(`aircraft, wind, gust and tether turned by 90 degrees end in the same place, turned: ${model}`, () => {
      const first = flown(0, model);
      let last = first;
      for (let quarters = 1; quarters <= 3; quarters += 1) {
        const turned = flown(quarters, model);
        for (const what of ['place', 'base'] as const) {
          const back = turnedBack(turned[what]);
          for (const [axis, value] of last[what].entries()) near(back[axis] ?? Number.NaN, value, 5e-3, what);
        }
        last = turned;
      }
      assert.ok(Math.hypot(...first.place.slice(0, 2)) > 1, 'it is blown away');
    });
  }
});

describe('air that rises', () => {
  it('lifts the Kite: the drag goes by the velocity relative to it', () => {
    const { kite } = parametersWith();
    const rise = (windUpMps: number) => {
      const motion = new Translation(kite, STEP_S);
      motion.verticalThrustN = kite.massKg * 9.80665;
      motion.windUpMps = windUpMps;
      for (let step = 0; step < 40_000; step += 1) motion.step({ east: 0, north: 0 });
      return motion.upMps;
    };
    near(rise(2), 2, 0.05, 'climb rate');
    near(rise(-2), -2, 0.05, 'sink rate');
  });
});
