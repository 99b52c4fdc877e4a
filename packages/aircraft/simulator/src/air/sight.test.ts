import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Sight, solarHour } from './sight.ts';

const NOON_MS = Date.UTC(2026, 5, 12, 12);
const CLEAR = { visibilityM: 14_000, cloudCover: 0.25, rainMmph: 0 };

describe('the sun of the picture', () => {
  it('has the hour of its longitude: noon at Greenwich is 18 h at 90 degrees east and 0 h at the antimeridian', () => {
    assert.deepEqual(
      [0, 90, -90, 180, -180].map((longitudeDeg) => solarHour(NOON_MS, longitudeDeg)),
      [12, 18, 6, 0, 0],
    );
  });

  it('goes to a set hour by the shorter way, and on from there', () => {
    const sight = new Sight(CLEAR);
    for (const hour of [0, 3.5, 12, 22, 23.99]) {
      for (const longitudeDeg of [-170, 8.54, 170]) {
        sight.setSolarHour(hour, NOON_MS, longitudeDeg);
        assert.ok(Math.abs(sight.sunAheadMs) <= 12 * 3_600_000, `${sight.sunAheadMs}`);
        const later = solarHour(NOON_MS + 600_000 + sight.sunAheadMs, longitudeDeg);
        assert.ok(Math.abs(later - ((hour + 1 / 6) % 24)) < 1e-6, `${later} after ${hour}`);
      }
    }
  });
});
