import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GaussMarkov, stationarySigma } from './gauss-markov.ts';
import { randomStream } from './rng.ts';

const near = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);

describe('a Gauss-Markov error', () => {
  it('V23: has the coefficients, the spread and the correlation that were asked for', () => {
    const error = new GaussMarkov(randomStream(23, 'gps'), 1, 60, 0.2);
    near(error.phi, 0.9966722161, 1e-10);
    near(error.gain, 0.0815137641, 1e-10);
    near(error.phi ** 50, 0.84648, 1e-5);
    near(error.phi ** 300, 0.36788, 1e-5);
    const values = Float64Array.from({ length: 500_000 }, () => {
      error.step();
      return error.value;
    });
    const variance = values.reduce((sum, value) => sum + value * value, 0) / values.length;
    near(Math.sqrt(variance), 1, 0.07);
    let lagged = 0;
    for (let index = 50; index < values.length; index += 1) lagged += (values[index] ?? 0) * (values[index - 50] ?? 0);
    near(lagged / values.length / variance, 0.84648, 0.03);
  });

  it('V24: tells the stationary error of the GPS model of Beard and McLain', () => {
    const phi = Math.exp(-1 / 1100);
    near(stationarySigma(0.21, phi), 4.92718, 1e-5);
    near(stationarySigma(0.4, phi), 9.3851, 1e-5);
  });
});
