import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clockText, flightTimeS } from './flight-time.ts';

const BEGAN_MS = Date.UTC(2026, 2, 1, 9, 30);
const FLYING = { in_flight: true, began_time: '2026-03-01T09:30:00.000000+00:00', flight_s: 3, tether_twist_max: 10 };

describe('the time of this flight', () => {
  it('counts on by the clock of the station, also on a page that was opened in the air', () => {
    assert.equal(flightTimeS(FLYING, BEGAN_MS + 425_500), 425.5);
    assert.equal(flightTimeS(FLYING, undefined), 3);
  });

  it('is that of the last flight on the ground, and unknown where the station does not know it', () => {
    assert.equal(flightTimeS({ ...FLYING, in_flight: false }, BEGAN_MS + 425_900), 3);
    assert.equal(flightTimeS({ in_flight: true, tether_twist_max: 10 }, BEGAN_MS), undefined);
  });

  it('is written as a clock', () => {
    assert.equal(clockText(0), '0:00');
    assert.equal(clockText(425.9), '7:05');
    assert.equal(clockText(4025), '1:07:05');
  });
});
