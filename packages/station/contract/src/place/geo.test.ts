import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bearingDeg, distanceM, offsetOf, placeAt } from './geo.ts';

const near = (got: number, wanted: number, within: number) =>
  assert.ok(Math.abs(got - wanted) <= within, `${got} is not within ${within} of ${wanted}`);

describe('a place on the ground', () => {
  it('is as far away as published lengths of a degree say', () => {
    // Lengths of a degree of WGS 84 at 45° latitude: 111 131.7 m and 78 846.8 m. Source: NIMA TR8350.2, by its series.
    const origin = { latDeg: 45, lonDeg: 8 };
    near(offsetOf(origin, { latDeg: 45.001, lonDeg: 8 }).northM, 111.1317, 0.002);
    near(offsetOf(origin, { latDeg: 45, lonDeg: 8.001 }).eastM, 78.8468, 0.002);
  });

  it('is near across the date line', () => {
    const { eastM } = offsetOf({ latDeg: 0, lonDeg: 179.9999 }, { latDeg: 0, lonDeg: -179.9999 });
    near(eastM, 22.26, 0.01);
  });

  it('lies in a direction clockwise from North', () => {
    near(bearingDeg({ eastM: 1, northM: 0 }), 90, 1e-9);
    near(bearingDeg({ eastM: 0, northM: -1 }), 180, 1e-9);
    near(bearingDeg({ eastM: -1, northM: 1 }), 315, 1e-9);
    const place = placeAt(315, 10);
    near(distanceM(place), 10, 1e-9);
    near(bearingDeg(place), 315, 1e-9);
  });
});
