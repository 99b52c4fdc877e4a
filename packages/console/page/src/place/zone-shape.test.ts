import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { distanceM, offsetOf, placeFrom } from '@kitestring/station-contract/place/geo.ts';
import { edgeOf, shapeOf } from './zone-shape.ts';

const HOME = { latDeg: 47.3769, lonDeg: 8.5417 };
const off = (eastM: number, northM: number) => placeFrom(HOME, { eastM, northM });

describe('a zone on the page', () => {
  it('is a circle through the second of two points, a polygon of more, nothing of one', () => {
    assert.equal(shapeOf([HOME]), undefined);
    assert.equal(shapeOf([HOME, off(30, 40)])?.circle?.radius, 50);
    assert.equal(shapeOf([HOME, off(30, 0), off(30, 30)])?.polygon?.length, 3);
  });

  it('has an edge to draw: that of a circle at its radius', () => {
    const edge = edgeOf({ circle: { latitude: HOME.latDeg, longitude: HOME.lonDeg, radius: 60 } });
    assert.equal(edge.length, 48);
    for (const point of edge) assert.ok(Math.abs(distanceM(offsetOf(HOME, point)) - 60) < 0.01);
  });
});
