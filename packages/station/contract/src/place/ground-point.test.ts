import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RAD_PER_DEG } from '@kitestring/base/angles.ts';
import { offsetOf } from './geo.ts';
import { directionTo, groundPoint } from './ground-point.ts';

const near = (got: number, wanted: number, within: number) =>
  assert.ok(Math.abs(got - wanted) <= within, `${got} is not within ${within} of ${wanted}`);

/** Camera (latitude, longitude, height above the ellipsoid), ground, direction; point and slant range by pymap3d 3.2.0. */
const KNOWN = [
  [46.5, 11.35, 348.9, 318.9, 118.4, 31.5, 46.4997905, 11.350561, 57.42],
  [46.5, 11.35, 345, 300, 90, 45, 46.5, 11.3505862, 63.64],
  [46.5, 11.35, 345, 300, 0, 5, 46.504629, 11.35, 516.56],
  [46.5, 11.35, 345, 300, 200, 2, 46.4890753, 11.3442431, 1293.17],
  [46.5, 11.35, 345, 300, 200, 1, 46.4779484, 11.3383823, 2609.04],
  [46.5, 11.35, 345, 300, 10, 90, 46.5, 11.35, 45],
  [-33.9, 151.2, 60, 15, 300, 10, -33.8988494, 151.1976102, 259.17],
  [69.65, 18.96, 80, 35, 45, 15, 69.6510645, 18.9630589, 173.88],
  [0, -179.9999, 45, 0, 270, 8, 0, 179.9972232, 323.4],
] as const;

describe('a point on the ground', () => {
  for (const [lat, lon, height, groundM, azimuthDeg, depressionDeg, endLat, endLon, slant] of KNOWN) {
    it(`${azimuthDeg}°, ${depressionDeg}° down from ${lat} ${lon} is where an independent library says`, () => {
      const camera = { at: { latDeg: lat, lonDeg: lon }, heightM: height - groundM, groundM };
      const point = groundPoint(camera, { azimuthDeg, depressionDeg });
      assert.ok(point);
      const offset = offsetOf({ latDeg: endLat, lonDeg: endLon }, point.at);
      near(Math.hypot(offset.eastM, offset.northM), 0, 0.02);
      near(point.slantRangeM, slant, 0.006);
    });
  }

  it('is farther than flat ground says, by the curve of the Earth', () => {
    const camera = { at: { latDeg: 46.5, lonDeg: 11.35 }, heightM: 45, groundM: 300 };
    const flatM = 45 / Math.tan(2 * RAD_PER_DEG);
    const point = groundPoint(camera, { azimuthDeg: 200, depressionDeg: 2 });
    near(flatM, 1288.63, 0.01);
    near((point?.groundDistanceM ?? 0) - flatM, 3.7, 0.1);
  });

  it('is not there above the horizon, which is 0.215° below level at 45 m', () => {
    const camera = { at: { latDeg: 46.5, lonDeg: 11.35 }, heightM: 45 };
    const at = (depressionDeg: number) => groundPoint(camera, { azimuthDeg: 30, depressionDeg });
    for (const depressionDeg of [-90, -10, 0, 0.2]) assert.equal(at(depressionDeg), undefined, String(depressionDeg));
    assert.ok(at(0.23));
  });

  it('is not there for a camera that stands on the ground', () => {
    const camera = { at: { latDeg: 46.5, lonDeg: 11.35 }, heightM: 0 };
    assert.equal(groundPoint(camera, { azimuthDeg: 0, depressionDeg: 45 }), undefined);
  });

  it('lies in the direction in which it was seen, to a millionth of a degree', () => {
    for (const [lat, lon, height, groundM, azimuthDeg, depressionDeg] of KNOWN) {
      const camera = { at: { latDeg: lat, lonDeg: lon }, heightM: height - groundM, groundM };
      const seen = groundPoint(camera, { azimuthDeg, depressionDeg });
      const back = directionTo(camera, seen?.at ?? camera.at);
      near(back.depressionDeg, depressionDeg, 1e-6);
      // Straight below the camera every azimuth is right.
      if (depressionDeg < 90) near(Math.sin((back.azimuthDeg - azimuthDeg) * RAD_PER_DEG), 0, 1e-8);
    }
  });

  it('is found at the poles', () => {
    const camera = { at: { latDeg: 90, lonDeg: 0 }, heightM: 45 };
    const point = groundPoint(camera, { azimuthDeg: 180, depressionDeg: 45 });
    near(point?.groundDistanceM ?? 0, 45, 0.01);
    near(groundPoint(camera, { azimuthDeg: 0, depressionDeg: 90 })?.slantRangeM ?? 0, 45, 1e-6);
  });
});
