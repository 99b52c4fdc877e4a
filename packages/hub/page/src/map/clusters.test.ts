import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import { marksOf, positionOfAll } from './clusters.ts';

const SIZE = { widthPx: 800, heightPx: 600 };
const station = (sid: string, latitude: number, longitude: number, more: Partial<HubStation> = {}): HubStation => ({
  sid,
  name: sid,
  state: 'online',
  flight_state: 'StandBy',
  latitude,
  longitude,
  ...more,
});
const FATAL = { alarms: { fatal: 1, critical: 0, warning: 0, info: 0 } };

describe('the marks of the map', () => {
  const fleet = [
    station('sa', 47, 8),
    station('sb', 47.0001, 8.0001),
    station('sc', 47.0002, 8.0001, FATAL),
    station('sd', 48, 11),
    station('se', 40, 120),
    station('sf', 89, 8),
    station('sg', 47, 8, { state: 'revoked' }),
    { ...station('sh', 0, 0), latitude: undefined } as unknown as HubStation,
  ];
  const position = { center: { latDeg: 47.5, lonDeg: 9.5 }, zoom: 7 };

  it('put near stations together, the worst first, on top of all others, and leave out what is not in sight', () => {
    const marks = marksOf(fleet, position, SIZE).map(({ stations }) => stations.map(({ sid }) => sid));
    assert.deepEqual(marks, [['sd'], ['sc', 'sa', 'sb']]);
  });

  it('stay together while the map is moved, and come apart from a near zoom on', () => {
    for (let step = 0; step < 50; step += 1) {
      const moved = { ...position, center: { latDeg: 47.5 + step * 0.01, lonDeg: 9.5 - step * 0.013 } };
      assert.equal(marksOf(fleet, moved, SIZE).length, 2, String(step));
    }
    const near = { center: { latDeg: 47.0001, lonDeg: 8.0001 }, zoom: 18 };
    assert.equal(marksOf(fleet, near, SIZE).length, 3);
  });

  it('of all stations are in sight at first', () => {
    const places = fleet
      .slice(0, 4)
      .map(({ latitude = 0, longitude = 0 }) => ({ latDeg: latitude, lonDeg: longitude }));
    const all = positionOfAll(places, SIZE);
    assert.ok(all !== undefined);
    const shown = marksOf(fleet.slice(0, 4), all, SIZE).flatMap(({ stations }) => stations);
    assert.deepEqual([shown.length, all.zoom > 6 && all.zoom < 10], [4, true], String(all.zoom));
    assert.equal(positionOfAll([], SIZE), undefined);
  });
});
