import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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
  wind: undefined,
  baseHeightM: 0,
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

  it('sees ground that is below the landed Kite further away', () => {
    const farM = (baseHeightM: number) => situationOf({ ...REPORTS, baseHeightM }).footprint?.center ?? assert.fail();
    const [near, far] = [farM(0), farM(5)];
    // 20 and 25 m above it, at 60° below level.
    assert.ok(Math.abs(far.northM - near.northM * 1.25) < 0.01, `${near.northM} and ${far.northM} m`);
  });

  it('draws the Kite above the station, and says so, without GPS', () => {
    const { kite_gps_lat, kite_gps_lon, ...flight } = REPORTS.flight ?? { flight_state: 'Unknown' };
    const { isPlaceKnown, kite } = situationOf({ ...REPORTS, flight });
    assert.equal(isPlaceKnown, false);
    assert.deepEqual(kite, { eastM: 0, northM: 0, upM: 20 });
  });

  it('shows no footprint of a camera that is off, or whose lens is not known, or of a Kite on the ground', () => {
    assert.equal(situationOf({ ...REPORTS, camera: { online_state: 'Offline', pan_ned: 0 } }).footprint, undefined);
    assert.equal(situationOf({ ...REPORTS, stream: undefined }).footprint, undefined);
    const landed = situationOf({ ...REPORTS, flight: { flight_state: 'StandBy', altitude: 0.1 } });
    assert.equal(landed.footprint, undefined);
    assert.equal(landed.isAloft, false);
  });

  it('is empty before the station has said anything', () => {
    const none = { flight: undefined, system: undefined, camera: undefined, stream: undefined };
    const nothing = { ...none, wind: undefined, baseHeightM: 0 };
    assert.equal(situationOf(nothing).kite, undefined);
    assert.equal(situationOf(nothing).state, 'Unknown');
  });
});
