import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { randomStream } from '../noise/rng.ts';
import { parametersWith } from '../parameters.ts';
import { Compass } from './compass.ts';

const near = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);

describe('the compass', () => {
  it('reads less when North seems to lie further east, and measures the field as it is', () => {
    const { compass } = parametersWith({ compass: { biasDeg: 0, driftDeg: 0, whiteDeg: 0 } });
    const disturbed = new Compass(compass, randomStream(1, 'compass'), 0.05);
    disturbed.disturbanceEastUt = 5;
    near(disturbed.read(90), 90 - 13.09189, 1e-4);
    near(disturbed.fieldUt, Math.hypot(5, 21.5), 1e-9);
  });

  it('has one constant error of its mounting, and noise', () => {
    const { compass } = parametersWith();
    const biases = Array.from(
      { length: 400 },
      (_, seed) => new Compass(compass, randomStream(seed, 'compass'), 0.05).errorDeg,
    );
    const sigma = Math.sqrt(biases.reduce((sum, bias) => sum + bias * bias, 0) / biases.length);
    near(sigma, 1, 0.1);
    const one = new Compass(compass, randomStream(3, 'compass'), 0.05);
    const readings = Array.from({ length: 200 }, () => one.read(90));
    near(Math.max(...readings) - Math.min(...readings), 0.17, 0.08);
  });
});
