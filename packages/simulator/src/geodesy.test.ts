import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromEcef, LocalFrame, metresPerDegree, toEcef } from './geodesy.ts';

const ZURICH = { latDeg: 47.3769, lonDeg: 8.5417, elevationM: 408 };
const near = (actual: number | undefined, expected: number, tolerance: number) =>
  assert.ok(
    Math.abs((actual ?? Number.NaN) - expected) <= tolerance,
    `${actual} is not within ${tolerance} of ${expected}`,
  );

describe('geodesy', () => {
  it('V27: places a point in Earth-centred coordinates', () => {
    const ecef = toEcef(ZURICH);
    for (const [index, expected] of [4279227.8065, 642719.2221, 4670540.8785].entries())
      near(ecef[index], expected, 1e-3);
  });

  it('V28: turns east, north, up into latitude, longitude, height', () => {
    const position = new LocalFrame(ZURICH).toGeodetic(7.552472, 11.118615, 44.999986);
    near(position.latDeg, ZURICH.latDeg + 1e-4, 1e-10);
    near(position.lonDeg, ZURICH.lonDeg + 1e-4, 2e-10);
    near(position.elevationM, ZURICH.elevationM + 45, 1e-5);
  });

  it('V29: knows the metres per degree', () => {
    const table = [
      [47.3769, 111178.19, 75519.507],
      [45, 111131.777, 78846.835],
      [0, 110574.276, 111319.491],
    ] as const;
    for (const [latDeg, latM, lonM] of table) {
      near(metresPerDegree(latDeg).latM, latM, 1e-3);
      near(metresPerDegree(latDeg).lonM, lonM, 1e-3);
    }
  });

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
