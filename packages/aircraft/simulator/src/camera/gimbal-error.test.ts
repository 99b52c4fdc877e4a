import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_PARAMETERS } from '../parameters.ts';
import { GimbalError } from './gimbal-error.ts';

const STEP_S = 0.005;
const { gimbal } = DEFAULT_PARAMETERS;

/** The readings of this many steps. */
function record(airspeedMps: number, steps: number, read: (error: GimbalError) => number): Float64Array {
  const error = new GimbalError(gimbal, 3, STEP_S);
  return Float64Array.from({ length: steps }, () => {
    error.step({ speedMps: airspeedMps });
    return read(error);
  });
}

const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: Float64Array) => Math.sqrt(mean(values.map((value) => value * value)));
const isNear = (got: number, wanted: number, share: number) =>
  assert.ok(Math.abs(got / wanted - 1) < share, `${got} is not ${wanted}`);

describe('the errors of the gimbal', () => {
  it('are a hundredth of a degree at 8 m/s, half of it in a calm, and more as the drag grows', () => {
    for (const [airspeedMps, wanted] of [
      [0, 0.005],
      [8, 0.01],
      [16, 0.025],
    ] as const) {
      isNear(deviation(record(airspeedMps, 200_000, ({ tiltDeg }) => tiltDeg)), wanted, 0.05);
    }
  });

  it('wander as two equal lags let them: correlation (1 + t/T) exp(-t/T), rate sigma / T', () => {
    const pan = record(8, 400_000, ({ panDeg }) => panDeg);
    const variance = mean(pan.map((value) => value * value));
    for (const lag of [8, 16, 32]) {
      const x = (lag * STEP_S) / gimbal.servoErrorTimeS;
      const got = mean(pan.subarray(lag).map((value, at) => value * pan[at]!)) / variance;
      assert.ok(Math.abs(got - (1 + x) * Math.exp(-x)) < 0.03, `${got} after ${lag}`);
    }
    const rates = pan.subarray(1).map((value, at) => (value - pan[at]!) / STEP_S);
    isNear(deviation(rates), 0.01 / 0.08, 0.06);
  });

  it('have a bias of the attitude that stays for minutes', () => {
    const bias = record(8, 2_000_000, ({ rollBiasDeg }) => rollBiasDeg);
    isNear(deviation(bias), gimbal.attitudeBiasDeg, 0.25);
    const second = 1 / STEP_S;
    assert.ok(Math.abs(bias[second]! - bias[0]!) < 0.1);
  });
});
