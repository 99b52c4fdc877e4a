import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import { isLostInAir, knownFlightState, source } from './source.ts';

const FLYING: FlightState = {
  flight_state: 'Flying',
  altitude: 35,
  altitude_target: 40,
  kite_heading: 120,
  is_changing_altitude: true,
  is_rotating: true,
  kite_gps_has_fix: true,
  kite_gps_lat: 47,
  kite_gps_lon: 8,
};
const LAST = { altitude: 35, kite_heading: 120, kite_gps_has_fix: true, kite_gps_lat: 47, kite_gps_lon: 8 };
const heard = { value: FLYING, loss: undefined, receivedAtMs: 1000 };

describe('what is known of a Kite that is not heard', () => {
  it('is where it was last, and since when; nothing of where it goes', () => {
    const { loss, value } = knownFlightState({ flight_state: 'Unknown' }, heard);
    assert.deepEqual(value, { flight_state: 'Unknown', ...LAST });
    assert.deepEqual(loss, { lastDataAtMs: 1000, was: 'Flying' });
    const later = knownFlightState({ flight_state: 'Unknown' }, { value, loss, receivedAtMs: 6000 });
    assert.deepEqual(later, { value, loss });
  });

  it('begins where the station still shows the flight, but nothing of the Kite', () => {
    const { loss, value } = knownFlightState({ flight_state: 'Flying' }, heard);
    assert.deepEqual(value, { flight_state: 'Flying', ...LAST });
    assert.deepEqual(loss, { lastDataAtMs: 1000, was: 'Flying' });
  });

  it('ends with its first data', () => {
    const lost = knownFlightState({ flight_state: 'Unknown' }, heard);
    const told = { flight_state: 'Flying', kite_gps_has_fix: false } as const;
    assert.deepEqual(knownFlightState(told, { ...lost, receivedAtMs: 6000 }), { value: told, loss: undefined });
  });

  it('is nothing for a page that came later, but whether it was in flight, which the station counts', () => {
    const before = { value: undefined, loss: undefined, receivedAtMs: 0 };
    const { loss } = knownFlightState({ flight_state: 'Unknown' }, before);
    assert.deepEqual(loss, { lastDataAtMs: undefined, was: undefined });
    assert.ok(loss);
    assert.equal(isLostInAir(loss, true), true);
    assert.equal(isLostInAir(loss, undefined), false);
    assert.equal(isLostInAir({ lastDataAtMs: 0, was: 'StandBy' }, true), false);
    assert.equal(isLostInAir({ lastDataAtMs: 0, was: 'Landing' }, undefined), true);
  });

  it('concerns what it measures and what it carries, and not the station', () => {
    const sources = (['flight/state', 'camera/state', 'videostreams/zoom/state', 'system/state'] as const).map(source);
    assert.deepEqual(sources, ['kite', 'camera', 'camera', 'station']);
  });
});
