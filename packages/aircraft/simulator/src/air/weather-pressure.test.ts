import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { randomStream } from '../noise/rng.ts';
import { type ParameterOverrides, parametersWith } from '../parameters.ts';
import { WeatherPressure } from './weather-pressure.ts';

const PERIOD_S = 10;
const after = (seconds: number, pressure: NonNullable<ParameterOverrides['pressure']>, seed = 1): number => {
  const random = randomStream(seed, 'pressure tendency');
  const weather = new WeatherPressure(parametersWith({ pressure }).pressure, random, PERIOD_S);
  for (let step = 0; step < seconds / PERIOD_S; step += 1) weather.step();
  return weather.changePa;
};
const near = (actual: number, expected: number) => assert.ok(Math.abs(actual - expected) < 1e-9, `${actual}`);

describe('the pressure of the weather', () => {
  it('is constant where nothing changes it', () => {
    assert.equal(after(7200, { tendencyHpaPerH: 0 }), 0);
  });

  it('wanders by its seed', () => {
    assert.equal(after(3600, {}, 5), after(3600, {}, 5));
    assert.notEqual(after(3600, {}, 5), after(3600, {}, 6));
  });

  it('falls until a front passes, then rises', () => {
    const front = { tendencyHpaPerH: 0, frontAfterS: 1200, frontFallHpaPerH: 3, frontRiseHpa: 2, frontRiseS: 100 };
    near(after(600, front), -50);
    near(after(1200, front), -100);
    near(after(1250, front), 0);
    near(after(1300, front), 100);
    near(after(9000, front), 100);
  });
});
