import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlightState } from '../flight/flight-state.ts';
import type { SystemState } from '../system/system-state.ts';
import { LEAST_DEPRESSION_DEG, type LocatedPlace, locate, type Viewpoint, viewpointOf } from './locate.ts';

const FLYING: FlightState = {
  flight_state: 'Flying',
  altitude: 45,
  kite_heading: 12,
  kite_gps_lat: 46.5,
  kite_gps_lon: 11.35,
  kite_gps_accuracy: 1.5,
};
const SYSTEM = { gs_gps_elevation: 300 } as SystemState;

const viewpoint = (changes: Partial<FlightState> = {}) => viewpointOf({ ...FLYING, ...changes }, SYSTEM, 0);
const seenIn = (azimuthDeg: number, depressionDeg: number, changes: Partial<FlightState> = {}) => {
  const from = viewpoint(changes);
  return 'none' in from ? from : locate(from as Viewpoint, { azimuthDeg, depressionDeg });
};
const without = ({ ...state }: FlightState, name: keyof FlightState) => {
  delete (state as Partial<FlightState>)[name];
  return state;
};

describe('locate', () => {
  it('tells bearing, distances and error of what is seen', () => {
    const place = seenIn(-90, 45) as LocatedPlace;
    assert.equal(place.bearingDeg, 270);
    assert.ok(Math.abs(place.groundDistanceM - 45) < 0.01 && Math.abs(place.slantRangeM - 63.64) < 0.01);
    assert.ok(place.error.radiusM > 5 && place.error.radiusM < 6, String(place.error.radiusM));
  });

  it('sees ground that is below the landed Kite by the height of what it stands on', () => {
    const onRoof = locate(viewpointOf(FLYING, SYSTEM, 5) as Viewpoint, { azimuthDeg: 0, depressionDeg: 45 });
    assert.ok('at' in onRoof && Math.abs(onRoof.groundDistanceM - 50) < 0.01);
    assert.deepEqual(viewpointOf({ ...FLYING, altitude: 0.1 }, SYSTEM, 5), { none: 'onGround' });
  });

  it('has no number for what is above the horizon, nor for what is too near to it', () => {
    assert.deepEqual(seenIn(0, -3), { none: 'aboveHorizon' });
    assert.deepEqual(seenIn(0, 0.1), { none: 'aboveHorizon' });
    assert.deepEqual(seenIn(0, LEAST_DEPRESSION_DEG - 0.01), { none: 'nearHorizon' });
    assert.ok('at' in seenIn(0, LEAST_DEPRESSION_DEG));
  });

  it('has none on the ground, nor without a position or a height', () => {
    assert.deepEqual(seenIn(0, 45, { altitude: 0.1 }), { none: 'onGround' });
    for (const name of ['altitude', 'kite_gps_lat', 'kite_gps_lon'] as const) {
      assert.deepEqual(viewpointOf(without(FLYING, name), SYSTEM, 0), { none: 'noPosition' }, name);
    }
    assert.deepEqual(viewpointOf(undefined, undefined, 0), { none: 'noPosition' });
  });

  it('is less sure of the bearing while the compass is disturbed, and of all where the position is poor', () => {
    const good = seenIn(90, 20) as LocatedPlace;
    const disturbed = viewpointOf(without(FLYING, 'kite_heading'), SYSTEM, 0) as Viewpoint;
    const turned = locate(disturbed, { azimuthDeg: 90, depressionDeg: 20 }) as LocatedPlace;
    assert.ok(turned.error.acrossM > 4 * good.error.acrossM);
    assert.equal(turned.error.alongM, good.error.alongM);
    const astray = seenIn(90, 20, { kite_gps_accuracy: 30 }) as LocatedPlace;
    assert.ok(astray.error.radiusM > 60, String(astray.error.radiusM));
  });
});
