import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeFrom } from '@kitestring/station-contract/place/geo.ts';
import { measured } from './measure.ts';

const STATION = { latDeg: 46.5, lonDeg: 11.35 };
const at = (...points: [east: number, north: number][]) =>
  measured(points.map(([eastM, northM]) => placeFrom(STATION, { eastM, northM })));
const near = (value: number | undefined, expected: number) =>
  assert.ok(value !== undefined && Math.abs(value - expected) < 0.05, `${value}, not ${expected}`);

describe('a measurement between points of the picture', () => {
  it('is the way along them, and the area within them whatever their direction', () => {
    const square = at([10, 20], [40, 20], [40, 60], [10, 60]);
    near(square?.lengthM, 30 + 40 + 30);
    near(square?.areaM2, 1200);
    near(at([10, 60], [40, 60], [40, 20], [10, 20])?.areaM2, 1200);
    near(at([0, 0], [4, 0], [4, 4], [2, 1], [0, 4])?.areaM2, 10);
  });

  it('counts a point that was set twice, or that closes the area, once', () => {
    near(at([0, 0], [30, 0], [30, 0], [30, 40])?.areaM2, 600);
    near(at([0, 0], [30, 0], [30, 40], [0, 40], [0, 0])?.areaM2, 1200);
    const line = at([0, 0], [3, 4], [3, 4]);
    near(line?.lengthM, 5);
    assert.deepEqual([line?.areaM2, line?.isCrossed], [undefined, false]);
  });

  it('has no area of two points or where its lines cross, and is none of one point', () => {
    const line = at([0, 0], [3, 4]);
    near(line?.lengthM, 5);
    assert.deepEqual([line?.areaM2, line?.isCrossed], [undefined, false]);
    const bow = at([0, 0], [10, 10], [10, 0], [0, 10]);
    assert.deepEqual([bow?.areaM2, bow?.isCrossed], [undefined, true]);
    assert.equal(at([0, 0]), undefined);
  });
});
