import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TETHER, TRUTH } from '@kitestring/contract/sim/examples.ts';
import { type Reports, situationOf } from './situation.ts';

const REPORTS: Reports = {
  flight: {
    flight_state: 'Flying',
    altitude: 20,
    altitude_target: 25,
    kite_heading: 87,
    kite_gps_has_fix: true,
    kite_gps_lat: 47.3769,
    kite_gps_lon: 8.54171,
  },
  system: { gs_gps_has_fix: true, gs_gps_lat: 47.3769, gs_gps_lon: 8.5417 },
  camera: { online_state: 'Online', pan_ned: -12, tilt_ned: 60, roll_ned: 0 },
  stream: { stream_id: 'zoom', is_streaming: true, fov_horizontal: 48, fov_vertical: 32 },
  world: undefined,
};

describe('the situation', () => {
  it('has the Kite where both positions say, and the ground that the camera sees', () => {
    const { footprint, isPlaceKnown, kite, panDeg, targetM } = situationOf(REPORTS);
    assert.equal(isPlaceKnown, true);
    assert.ok(Math.abs((kite?.eastM ?? 0) - 0.755) < 0.01, `${kite?.eastM}`);
    assert.equal(kite?.upM, 20);
    assert.equal(targetM, 25);
    assert.equal(panDeg, -12);
    assert.ok((footprint?.corners.length ?? 0) >= 4);
  });

  it('draws the Kite above the station, and says so, without GPS', () => {
    const { kite_gps_lat, kite_gps_lon, ...flight } = REPORTS.flight ?? { flight_state: 'Unknown' };
    const { isPlaceKnown, kite } = situationOf({ ...REPORTS, flight });
    assert.equal(isPlaceKnown, false);
    assert.deepEqual(kite, { eastM: 0, northM: 0, upM: 20 });
  });

  it('estimates the tether of a real aircraft, and knows that of a simulated one and its wind', () => {
    assert.equal(situationOf(REPORTS).tether?.isEstimated, true);
    assert.equal(situationOf(REPORTS).wind, undefined);
    const simulated = situationOf({ ...REPORTS, world: { truth: TRUTH, tether: TETHER.points } });
    assert.equal(simulated.tether?.isEstimated, false);
    assert.deepEqual(simulated.wind, { speedMps: TRUTH.wind.speed_mps, fromDeg: TRUTH.wind.from_deg });
    const cut = { ...TRUTH, tether: { ...TRUTH.tether, is_cut: true } };
    assert.equal(situationOf({ ...REPORTS, world: { truth: cut, tether: TETHER.points } }).tether?.isEstimated, true);
  });

  it('has the deck of a station that moves', () => {
    const base = {
      ...{ east_m: 0, north_m: 0, up_m: 0.8, east_mps: 0, north_mps: 0, up_mps: 0 },
      ...{ heading_deg: 40, roll_deg: 3, pitch_deg: -1, wave_m: 0.7 },
    };
    assert.equal(situationOf({ ...REPORTS, world: { truth: TRUTH, tether: TETHER.points } }).deck, undefined);
    const { deck, tether } = situationOf({ ...REPORTS, world: { truth: { ...TRUTH, base }, tether: TETHER.points } });
    assert.deepEqual(deck, { upM: 0.8, headingDeg: 40, rollDeg: 3, pitchDeg: -1 });
    assert.ok(Math.abs((tether?.points[0]?.upM ?? 0) - 0.8) < 1e-9);
  });

  it('shows no footprint of a camera that is off, or whose lens is not known, or of a Kite on the ground', () => {
    assert.equal(situationOf({ ...REPORTS, camera: { online_state: 'Offline', pan_ned: 0 } }).footprint, undefined);
    assert.equal(situationOf({ ...REPORTS, stream: undefined }).footprint, undefined);
    const landed = situationOf({ ...REPORTS, flight: { flight_state: 'StandBy', altitude: 0.1 } });
    assert.equal(landed.footprint, undefined);
    assert.equal(landed.tether, undefined);
  });

  it('is empty before the station has said anything', () => {
    const nothing = { flight: undefined, system: undefined, camera: undefined, stream: undefined, world: undefined };
    assert.equal(situationOf(nothing).kite, undefined);
    assert.equal(situationOf(nothing).state, 'Unknown');
  });
});
