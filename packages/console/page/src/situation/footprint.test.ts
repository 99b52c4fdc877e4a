import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { bearingDeg, distanceM, type GroundPlace } from '@kitestring/station-contract/place/geo.ts';
import { footprint, type ViewPose } from './footprint.ts';

const POSE: ViewPose = {
  at: { eastM: 0, northM: 0 },
  heightM: 20,
  panDeg: 0,
  tiltDeg: 90,
  rollDeg: 0,
  fovHorizontalDeg: 60,
  fovVerticalDeg: 40,
};
const FAR_M = 1000;

const extent = (corners: readonly GroundPlace[]) => {
  const of = (axis: 'eastM' | 'northM') => corners.map((corner) => corner[axis]);
  return {
    west: Math.min(...of('eastM')),
    east: Math.max(...of('eastM')),
    south: Math.min(...of('northM')),
    north: Math.max(...of('northM')),
  };
};
const areaM2 = (corners: readonly GroundPlace[]) =>
  Math.abs(
    corners.reduce((sum, { eastM, northM }, index) => {
      const next = corners[(index + 1) % corners.length] as GroundPlace;
      return sum + eastM * next.northM - next.eastM * northM;
    }, 0) / 2,
  );

describe('the footprint of the camera', () => {
  it('is straight below a rectangle of twice the height times the tangent of half the field of view', () => {
    const { center, corners, isCut } = footprint(POSE, FAR_M);
    const { east, north, south, west } = extent(corners);
    near(east, 20 * Math.tan(Math.PI / 6));
    near(west, -20 * Math.tan(Math.PI / 6));
    near(north, 20 * Math.tan(Math.PI / 9));
    near(south, -20 * Math.tan(Math.PI / 9));
    near(distanceM(center as GroundPlace), 0);
    assert.equal(isCut, false);
  });

  it('lies ahead where the camera looks, from the lower to the upper edge of the picture', () => {
    const { center, corners, isCut } = footprint({ ...POSE, panDeg: 90, tiltDeg: 45 }, FAR_M);
    const { east, west } = extent(corners);
    near(west, 20 / Math.tan((65 * Math.PI) / 180));
    near(east, 20 / Math.tan((25 * Math.PI) / 180));
    near(bearingDeg(center as GroundPlace), 90);
    near(distanceM(center as GroundPlace), 20);
    assert.equal(isCut, false);
  });

  it('moves with the Kite and grows with its height', () => {
    const at = { eastM: 3, northM: -4 };
    const one = footprint(POSE, FAR_M);
    const other = footprint({ ...POSE, at, heightM: 40 }, FAR_M);
    near(areaM2(other.corners), 4 * areaM2(one.corners), 1e-3);
    near(other.center?.eastM ?? 0, 3);
    near(other.center?.northM ?? 0, -4);
  });

  it('is cut off at the horizon, along an arc', () => {
    const { center, corners, isCut } = footprint({ ...POSE, tiltDeg: 10 }, FAR_M);
    assert.equal(isCut, true);
    const distances = corners.map(distanceM);
    near(Math.max(...distances), FAR_M, 0.5);
    assert.ok(distances.filter((m) => Math.abs(m - FAR_M) < 0.5).length > 10, 'the arc has many points');
    near(distanceM(center as GroundPlace), 20 / Math.tan((10 * Math.PI) / 180), 1e-6);
    const bearings = corners.map((corner) => bearingDeg(corner)).map((deg) => (deg > 180 ? deg - 360 : deg));
    assert.ok(Math.max(...bearings) < 40 && Math.min(...bearings) > -40, 'nothing of it is behind the camera');
  });

  it('is nothing for a camera that looks up or stands on the ground, and has no center above the horizon', () => {
    assert.deepEqual(footprint({ ...POSE, tiltDeg: -30 }, FAR_M).corners, []);
    assert.deepEqual(footprint({ ...POSE, heightM: 0 }, FAR_M).corners, []);
    const level = footprint({ ...POSE, tiltDeg: 0 }, FAR_M);
    assert.equal(level.center, undefined);
    near(extent(level.corners).south, 20 / Math.tan((20 * Math.PI) / 180), 1e-6);
  });

  it('rolls about the axis: a quarter turn swaps width and height', () => {
    const { corners } = footprint({ ...POSE, rollDeg: 90 }, FAR_M);
    const { east, north } = extent(corners);
    near(east, 20 * Math.tan(Math.PI / 9));
    near(north, 20 * Math.tan(Math.PI / 6));
  });
});
