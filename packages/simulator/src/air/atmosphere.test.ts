import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { densityKgPerM3, pressureAltitudeM, pressurePa } from './atmosphere.ts';

const near = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);

describe('the standard atmosphere', () => {
  it('V25: has the pressures of the published table', () => {
    const table = [
      [0, 101325],
      [45, 100785.575],
      [100, 100129.44],
      [1000, 89874.56],
      [2000, 79495.2],
      [5000, 54019.89],
      [11000, 22632.04],
    ] as const;
    for (const [elevationM, expected] of table) near(pressurePa(elevationM), expected, 0.1);
    near(densityKgPerM3(1000), 1.111643, 1e-5);
  });

  it('V26: turns a pressure back into a height', () => {
    near(pressureAltitudeM(95_000), 540.3371, 1e-3);
    near(pressureAltitudeM(101_325 - 100), 8.32754, 1e-3);
  });
});
