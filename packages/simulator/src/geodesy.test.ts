import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromEcef, toEcef } from './geodesy.ts';

const _ZURICH = { latDeg: 47.3769, lonDeg: 8.5417, elevationM: 408 };
const near = (actual: number | undefined, expected: number, tolerance: number) =>
  assert.ok(
    Math.abs((actual ?? Number.NaN) - expected) <= tolerance,
    `${actual} is not within ${tolerance} of ${expected}`,
  );

describe('geodesy', () => {
  it('comes back from Earth-centred coordinates to where it was, poles and date line included', () => {
    for (const latDeg of [-90, -33.9, 0, 47.3769, 89.9999]) {
      for (const lonDeg of [-179.9999, -71, 0, 8.5417, 180]) {
        const back = fromEcef(toEcef({ latDeg, lonDeg, elevationM: 453 }));
        near(back.latDeg, latDeg, 1e-9);
        near(back.elevationM, 453, 1e-6);
        if (Math.abs(latDeg) < 90) near(back.lonDeg, lonDeg, 1e-9);
      }
    }
  });
});
