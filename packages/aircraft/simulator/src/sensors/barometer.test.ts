import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { parametersWith } from '../parameters.ts';
import { Barometer } from './barometer.ts';

const PERIOD_S = 0.02;
const STILL = { airspeedMps: 0, weatherPa: 0, isReferenceHeard: true };
const QUIET = { barometer: { whitePa: 0, driftPa: 0 } };
const barometer = (overrides = {}, seed = 1) => new Barometer(parametersWith(overrides).barometer, 408, seed, PERIOD_S);
describe('the barometer', () => {
  it('without errors shows the true height', () => {
    for (const heightM of [0, 1, 45]) near(barometer(QUIET).read(heightM, STILL), heightM, 1e-6);
  });

  it('has white noise of 1 Pa in each of its two sensors', () => {
    const noisy = barometer({ barometer: { driftPa: 0 } });
    const readings = Array.from({ length: 20_000 }, () => noisy.read(10, STILL) - 10);
    const sigma = Math.sqrt(readings.reduce((sum, error) => sum + error * error, 0) / readings.length);
    // 1 Pa is 0.0866 m at 408 m above sea level.
    near(sigma, Math.SQRT2 * 0.0866, 0.003);
  });

  it('shows the Kite higher in wind: air that passes sucks at its port', () => {
    // 2 % of the dynamic pressure of 10 m/s, 58.9 Pa, is 1.18 Pa.
    near(barometer(QUIET).read(10, { ...STILL, airspeedMps: 10 }) - 10, 0.102, 0.003);
  });

  it('drifts slowly, both of its sensors as far as was asked for', () => {
    const values = Array.from({ length: 400 }, (_, seed) => {
      const drifting = barometer({ barometer: { driftPa: 4, whitePa: 0 } }, seed);
      const start = drifting.read(0, STILL);
      for (let index = 0; index < 50; index += 1) drifting.read(0, STILL);
      near(drifting.heightM, start, 0.15);
      return drifting.heightM;
    });
    const sigma = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
    near(sigma, Math.SQRT2 * 4 * 0.0866, 0.06);
  });

  it('is deaf to the weather while the Ground Station is heard, and not after', () => {
    const sensor = barometer(QUIET);
    near(sensor.read(10, { ...STILL, weatherPa: -300 }), 10, 0.05);
    const cutOff = { ...STILL, isReferenceHeard: false };
    near(sensor.read(10, { ...cutOff, weatherPa: -300 }), 10, 0.05);
    near(sensor.read(10, { ...cutOff, weatherPa: -400 }), 10 + 8.66, 0.1);
    near(sensor.read(10, { ...STILL, weatherPa: -400 }), 10, 0.06);
  });

  it('of a Kite that does not listen to the Ground Station takes all of the weather for height', () => {
    const alone = barometer({ barometer: { ...QUIET.barometer, usesStation: false } });
    near(alone.read(10, STILL), 10, 1e-6);
    near(alone.read(10, { ...STILL, weatherPa: 200 }), 10 - 17.3, 0.2);
  });
});
