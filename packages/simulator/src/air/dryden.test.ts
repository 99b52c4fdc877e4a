import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { randomStream } from '../noise/rng.ts';
import { Dryden, horizontalScaleM, horizontalSigmaMps, verticalScaleM, verticalSigmaMps, W20_MPS } from './dryden.ts';

const HEIGHT_M = 45;
const AIRSPEED_MPS = 10;
const within = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);

/** Gusts that were recorded every 0.1 s, however short the step. */
interface Recording {
  readonly along: Float64Array;
  readonly across: Float64Array;
  readonly up: Float64Array;
}

const RECORD_S = 0.1;

function record(seed: number, periodS: number, durationS: number): Recording {
  const dryden = new Dryden(randomStream(seed, 'dryden'), periodS);
  dryden.setConditions(HEIGHT_M, AIRSPEED_MPS, W20_MPS.light);
  const count = Math.round(durationS / RECORD_S);
  const every = Math.round(RECORD_S / periodS);
  const recording = { along: new Float64Array(count), across: new Float64Array(count), up: new Float64Array(count) };
  for (let index = -2000; index < count; index += 1) {
    for (let step = 0; step < every; step += 1) dryden.step();
    recording.along[index] = dryden.alongMps;
    recording.across[index] = dryden.acrossMps;
    recording.up[index] = dryden.upMps;
  }
  return recording;
}

function covariance(values: Float64Array, lag: number): number {
  let sum = 0;
  for (let index = lag; index < values.length; index += 1) sum += (values[index] ?? 0) * (values[index - lag] ?? 0);
  return sum / (values.length - lag);
}

/** One-sided power spectral density per rad/s at one frequency: Welch's method, Hann window, half overlap. */
function spectralDensity(values: Float64Array, periodS: number, omega: number, segmentS: number): number {
  const length = Math.round(segmentS / periodS);
  let total = 0;
  let segments = 0;
  for (let start = 0; start + length <= values.length; start += length / 2) {
    total += periodogram(values.subarray(start, start + length), periodS, omega);
    segments += 1;
  }
  assert.ok(segments >= 64);
  return total / segments;
}

function periodogram(segment: Float64Array, periodS: number, omega: number): number {
  let real = 0;
  let imaginary = 0;
  let power = 0;
  segment.forEach((value, index) => {
    const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / segment.length);
    real += value * window * Math.cos(omega * index * periodS);
    imaginary += value * window * Math.sin(omega * index * periodS);
    power += window * window;
  });
  return ((real * real + imaginary * imaginary) * periodS) / power / Math.PI;
}

describe('Dryden turbulence', () => {
  it('V19: has the scales and intensities of MIL-F-8785C', () => {
    within(horizontalScaleM(HEIGHT_M), 191.98575, 2e-3);
    within(horizontalSigmaMps(HEIGHT_M, W20_MPS.light), 1.25155, 1.3e-5);
    within(verticalSigmaMps(W20_MPS.light), 0.77167, 8e-6);
    assert.equal(verticalScaleM(HEIGHT_M), 45);
    assert.equal(verticalScaleM(0), 3);
  });

  for (const [periodS, seed] of [
    [0.1, 1],
    [0.01, 2],
    [0.0025, 3],
  ] as const) {
    const { along, up } = record(seed, periodS, 20_000);

    it(`V20: along the wind has its spread and correlation at steps of ${periodS} s`, () => {
      const variance = covariance(along, 0);
      within(Math.sqrt(variance), 1.25155, 0.05 * 1.25155);
      for (const [lagS, correlation] of [
        [1, 0.94925],
        [5, 0.77072],
        [10, 0.594],
      ] as const) {
        within(covariance(along, lagS / RECORD_S) / variance, correlation, 0.04);
      }
    });

    it(`V21: vertically has its spread and correlation at steps of ${periodS} s`, () => {
      const variance = covariance(up, 0);
      within(Math.sqrt(variance), 0.77167, 0.03 * 0.77167);
      for (const [lagS, correlation] of [
        [1, 0.71177],
        [5, 0.14631],
        [10, -0.01204],
      ] as const) {
        within(covariance(up, lagS / RECORD_S) / variance, correlation, 0.03);
      }
    });
  }

  it('across the wind is as strong as along it', () => {
    within(Math.sqrt(covariance(record(2, 0.1, 40_000).across, 0)), 1.25155, 0.05 * 1.25155);
  });

  it('V22: has the spectra of the specification', () => {
    const { along, up } = record(5, 0.1, 200_000);
    within(spectralDensity(along, RECORD_S, 0, 1000), 19.1446, 0.15 * 19.1446);
    within(spectralDensity(along, RECORD_S, AIRSPEED_MPS / 191.98575, 1000), 9.5723, 0.15 * 9.5723);
    within(spectralDensity(up, RECORD_S, 0, 200), 0.85295, 0.15 * 0.85295);
    within(spectralDensity(up, RECORD_S, AIRSPEED_MPS / 45, 200), 0.85295, 0.15 * 0.85295);
  });

  it('goes on without a jump when height and wind change', () => {
    const dryden = new Dryden(randomStream(6, 'dryden'), 0.02);
    let last = 0;
    for (let index = 0; index < 5000; index += 1) {
      if (index % 10 === 0) dryden.setConditions(1 + index / 100, 2 + index / 500, W20_MPS.moderate);
      dryden.step();
      assert.ok(Math.abs(dryden.upMps - last) < 1.6);
      last = dryden.upMps;
    }
  });
});
