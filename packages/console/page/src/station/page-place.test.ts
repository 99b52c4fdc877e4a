import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pagePlace } from './page-place.ts';

describe('pagePlace', () => {
  for (const [pathname, stationUrl, sid] of [
    ['/', 'https://a.example', undefined],
    ['/index.html', 'https://a.example', undefined],
    ['/fleet/v1/stations/sabcdefghijkl/', 'https://a.example/fleet/v1/stations/sabcdefghijkl', 'sabcdefghijkl'],
    ['/fleet/v1/stations/sabc/', 'https://a.example', undefined],
  ] as const) {
    it(`${pathname}: ${sid === undefined ? 'the station itself' : 'a hub'}`, () => {
      assert.deepEqual(pagePlace({ origin: 'https://a.example', pathname }), { stationUrl, sid });
    });
  }
});
