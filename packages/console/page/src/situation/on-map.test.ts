import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { offsetOf, placeFrom } from '@kitestring/station-contract/place/geo.ts';
import { type LocatedPlace, locate, USUAL_ERRORS } from '@kitestring/station-contract/place/locate.ts';
import { aimAt, onMapOf, ringsM } from './on-map.ts';

const SIZE = { widthPx: 400, heightPx: 200 };
const STATION = { latDeg: 46.5, lonDeg: 11.35 };

describe('the view from above', () => {
  it('has the station in its middle, North up, and finds the ground below a pixel', () => {
    const onMap = onMapOf(SIZE, 0.5);
    assert.deepEqual(onMap.placeAt(200, 100), { eastM: 0, northM: 0 });
    const place = onMap.placeAt(260, 40);
    assert.deepEqual(place, { eastM: 30, northM: 30 });
    assert.deepEqual([onMap.xOf(place), onMap.yOf(place)], [260, 40]);
  });

  it('has two to four range rings of round distances, whatever its scale', () => {
    assert.deepEqual(ringsM(SIZE, 0.5), [20, 40]);
    assert.deepEqual(ringsM(SIZE, 0.05), [2, 4]);
    assert.deepEqual(ringsM(SIZE, 0.1), [5, 10]);
    assert.deepEqual(ringsM({ widthPx: 0, heightPx: 0 }, 1), []);
    for (let metersPerPx = 0.01; metersPerPx < 100; metersPerPx *= 1.37) {
      const { length } = ringsM(SIZE, metersPerPx);
      assert.ok(length >= 2 && length <= 4, `${length} rings at ${metersPerPx} m a pixel`);
    }
  });

  it('sends the camera to the place that was clicked, seen from the Kite and not from the station', () => {
    const camera = { at: { latDeg: 46.50005, lonDeg: 11.3502 }, heightM: 30, groundM: 300 };
    const viewpoint = { camera, errors: USUAL_ERRORS };
    const wanted = { eastM: 60, northM: -25 };
    const { panDeg, tiltDeg } = aimAt(viewpoint, placeFrom(STATION, wanted));
    const seen = locate(viewpoint, { azimuthDeg: panDeg, depressionDeg: tiltDeg }) as LocatedPlace;
    const got = offsetOf(STATION, seen.at);
    assert.ok(Math.hypot(got.eastM - wanted.eastM, got.northM - wanted.northM) < 0.01, JSON.stringify(got));
  });
});
