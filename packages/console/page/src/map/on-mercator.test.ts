import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { zoomOf } from '@kitestring/console-ui/map/mercator.ts';
import { onMercatorOf } from './on-mercator.ts';

const SIZE = { widthPx: 800, heightPx: 600 };
const STATION = { latDeg: 46.5, lonDeg: 11.35 };

describe('the large map', () => {
  it('is to scale where the station is: 100 m are as many pixels as the scale says', () => {
    const zoom = zoomOf(0.5, STATION.latDeg);
    const map = onMercatorOf({ center: STATION, zoom }, SIZE, STATION);
    assert.ok(Math.abs(map.metersPerPx - 0.5) < 1e-9);
    // Mercator takes the Earth for a sphere: up to half a percent beside the ellipsoid.
    assert.ok(Math.abs(map.xOf({ eastM: 100, northM: 0 }) - 600) < 1);
    assert.ok(Math.abs(map.yOf({ eastM: 0, northM: 100 }) - 100) < 1);
    const { eastM, northM } = map.placeAt(600, 100);
    assert.ok(Math.hypot(eastM - 100, northM - 100) < 1, `${eastM} ${northM}`);
  });
});
