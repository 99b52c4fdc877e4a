import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { randomStream } from '../noise/rng.ts';
import { parametersWith } from '../parameters.ts';
import { Barometer } from './barometer.ts';

const PERIOD_S = 0.02;
const QUIET = { barometer: { whitePa: 0, driftM: 0 } };
const barometer = (overrides = {}, seed = 1) =>
  new Barometer(parametersWith(overrides).barometer, 408, randomStream(seed, 'barometer'), PERIOD_S);
const near = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);

describe('the barometer', () => {
  it('without errors shows the true height', () => {
    for (const heightM of [0, 1, 45]) near(barometer(QUIET).read(heightM, 0), heightM, 1e-6);
  });

  it('has white noise of 1 Pa in each of its two sensors', () => {
    const noisy = barometer({ barometer: { driftM: 0 } });
    const readings = Array.from({ length: 20_000 }, () => noisy.read(10, 0) - 10);
    const sigma = Math.sqrt(readings.reduce((sum, error) => sum + error * error, 0) / readings.length);
    // 1 Pa is 0.0866 m at 408 m above sea level.
    near(sigma, Math.SQRT2 * 0.0866, 0.003);
  });

  it('shows the Kite higher in wind: air that passes sucks at its port', () => {
    // 2 % of the dynamic pressure of 10 m/s, 58.9 Pa, is 1.18 Pa.
    near(barometer(QUIET).read(10, 10) - 10, 0.102, 0.003);
  });

  it('drifts slowly, as far as was asked for', () => {
    const values = Array.from({ length: 400 }, (_, seed) => {
      const drifting = barometer({ barometer: { driftM: 0.5, whitePa: 0 } }, seed);
      const start = drifting.driftM;
      for (let index = 0; index < 50; index += 1) drifting.read(0, 0);
      near(drifting.driftM, start, 0.15);
      return drifting.driftM;
    });
    near(Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length), 0.5, 0.06);
  });
});
