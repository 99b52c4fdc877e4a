import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sunPosition } from './sun.ts';

const near = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);

describe('the sun', () => {
  it('stands where Reda and Andreas (NREL/TP-560-34302) have it in their example, but for refraction and parallax', () => {
    const { elevationDeg, azimuthDeg } = sunPosition(Date.UTC(2003, 9, 17, 19, 30, 30), 39.742476, -105.1786);
    near(elevationDeg, 39.872, 0.02);
    near(azimuthDeg, 194.34024, 0.02);
  });

  it('is overhead at noon on the tropic at the June solstice', () => {
    near(sunPosition(Date.UTC(2026, 5, 21, 12, 2), 23.436, 0).elevationDeg, 90, 0.2);
  });

  it('rises in the east and sets in the west', () => {
    near(sunPosition(Date.UTC(2026, 2, 20, 6, 7), 0, 0).azimuthDeg, 90, 0.5);
    near(sunPosition(Date.UTC(2026, 2, 20, 18, 7), 0, 0).azimuthDeg, 270, 0.5);
  });

  it('does not set in the polar summer', () => {
    for (let hour = 0; hour < 24; hour += 1)
      assert.ok(sunPosition(Date.UTC(2026, 5, 21, hour), 80, 20).elevationDeg > 10);
  });
});
