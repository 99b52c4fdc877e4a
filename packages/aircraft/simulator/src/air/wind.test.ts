import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { randomStream } from '../noise/rng.ts';
import { Wind, type WindConditions } from './wind.ts';

const PERIOD_S = 0.02;
const wind = (conditions: WindConditions) => new Wind(conditions, 1 / 7, randomStream(1, 'wind'), PERIOD_S);
const at = (upM: number) => ({ upM, eastMps: 0, northMps: 0 });

describe('the wind', () => {
  it('blows from where it is said to come from, stronger with height', () => {
    const westerly = wind({ speedMps: 8, fromDeg: 270, turbulence: 'none' });
    westerly.update(at(45));
    near(westerly.eastMps, 9.917588, 1e-6);
    near(westerly.northMps, 0, 1e-9);
    const northerly = wind({ speedMps: 8, fromDeg: 0, turbulence: 'none' });
    northerly.update(at(10));
    near(northerly.northMps, -8, 1e-9);
  });

  it('carries turbulence of the specified strength about its mean', () => {
    const turbulent = wind({ speedMps: 10, fromDeg: 225, turbulence: 'moderate' });
    let sum = 0;
    let squares = 0;
    let vertical = 0;
    const count = 500_000;
    for (let index = 0; index < count; index += 1) {
      turbulent.update(at(10));
      const along = (turbulent.eastMps + turbulent.northMps) * Math.SQRT1_2;
      sum += along;
      squares += along * along;
      vertical += turbulent.upMps * turbulent.upMps;
    }
    near(sum / count, 10, 0.25);
    near(Math.sqrt(squares / count - (sum / count) ** 2), 2.9148, 0.15);
    near(Math.sqrt(vertical / count), 1.5433, 0.05);
  });

  it('adds a gust, from its own direction if it has one, and is as before when it has passed', () => {
    const still = wind({ speedMps: 0, fromDeg: 90, turbulence: 'none' });
    still.startGust({ peakMps: 8, riseS: 2, holdS: 3, fallS: 2, fromDeg: 180 });
    const speeds = Array.from({ length: 500 }, () => {
      still.update(at(10));
      return still.northMps;
    });
    near(speeds[99] ?? 0, 8, 1e-9);
    near(Math.max(...speeds), 8, 1e-9);
    near(
      speeds.reduce((total, speed) => total + speed * PERIOD_S, 0),
      40,
      0.01,
    );
    near(speeds.at(-1) ?? Number.NaN, 0, 0);
  });

  it('refuses what is no wind', () => {
    assert.throws(() => wind({ speedMps: -1, fromDeg: 0, turbulence: 'none' }), RangeError);
    assert.throws(() => wind({ speedMps: 1, fromDeg: Number.NaN, turbulence: 'none' }), RangeError);
    const still = wind({ speedMps: 0, fromDeg: 0, turbulence: 'none' });
    assert.throws(() => still.startGust({ peakMps: Number.NaN, riseS: 1, holdS: 1, fallS: 1 }), RangeError);
  });
});
