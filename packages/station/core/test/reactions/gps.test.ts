import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ZURICH } from '@kitestring/lab-testing/scripted-aircraft.ts';
import { ALICE, expectAccepted, outcome, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';

function at(altitudeM: number): ScriptedStation {
  const scripted = new ScriptedStation().flying(altitudeM);
  scripted.aircraft.execute();
  return scripted.record();
}

const DESCENT = '+30041{altitude: 24, reason: GPS is lost}';

describe('GPS', () => {
  it('lost at 40 m: descends to below 25 m, then flies on under that ceiling until GPS is back', () => {
    const scripted = at(40);
    const { station, aircraft } = scripted;
    aircraft.kiteWithout('gps');
    scripted.run(5);
    assert.equal(scripted.shown.altitude_target, 24);
    assert.equal(outcome(station.flight.setAltitude(ALICE, { altitude: 24.5 })), 'ONLY_DOWNWARDS');
    expectAccepted(station.flight.setAltitude(ALICE, { altitude: 24 }));
    assert.equal(outcome(station.flight.setAltitude(ALICE, { altitude: 30 })), 'ALTITUDE_ABOVE_GPS_MAX');
    scripted.run(25);
    const refused = station.flight.setAltitude(ALICE, { altitude: 30 });
    assert.equal(outcome(refused), 'ALTITUDE_ABOVE_GPS_MAX');
    assert.equal(
      refused.ok ? '' : refused.refusal.message,
      'altitude must be lower than the maximum without a GPS fix (25 m), got 30 m',
    );
    aircraft.kite({ gps: ZURICH });
    scripted.run(1);
    expectAccepted(station.flight.setAltitude(ALICE, { altitude: 30 }));
    assert.deepEqual(scripted.story, [
      '0.05 +20060',
      `1.05 SafetyDescending ${DESCENT}`,
      '21.75 Flying -30041',
      '30.05 -20060',
    ]);
    assert.deepEqual(aircraft.requests.slice(-2), ['setAltitude(24)', 'setAltitude(30)']);
  });

  it('back during the descent: flies on at once to where it was sent, and may be sent elsewhere', () => {
    const scripted = at(40);
    scripted.aircraft.kiteWithout('gps');
    scripted.run(6).aircraft.kite({ gps: ZURICH });
    scripted.run(1);
    assert.deepEqual(scripted.story, ['0.05 +20060', `1.05 SafetyDescending ${DESCENT}`, '6.05 Flying -30041 -20060']);
    assert.equal(scripted.shown.altitude_target, 24);
    expectAccepted(scripted.station.flight.setAltitude(ALICE, { altitude: 40 }));
  });

  it('lost again and again: each loss of a second has its own descent', () => {
    const scripted = at(40);
    for (let times = 0; times < 2; times += 1) {
      scripted.aircraft.kiteWithout('gps');
      scripted.run(2).aircraft.kite({ gps: ZURICH });
      scripted.run(2);
    }
    assert.deepEqual(scripted.story, [
      '0.05 +20060',
      `1.05 SafetyDescending ${DESCENT}`,
      '2.05 Flying -30041 -20060',
      '4.05 +20060',
      `5.05 SafetyDescending ${DESCENT}`,
      '6.05 Flying -30041 -20060',
    ]);
  });

  it('lost on the way up stops the climb below 25 m without a descent', () => {
    const scripted = at(20);
    expectAccepted(scripted.station.flight.setAltitude(ALICE, { altitude: 40 }));
    scripted.aircraft.kiteWithout('gps');
    scripted.run(30);
    assert.equal(scripted.shown.altitude, 24);
    assert.equal(scripted.shown.altitude_target, 24);
    assert.deepEqual(scripted.story, ['0.05 +20060']);
  });

  it('away for less than a second changes nothing but the fix that is shown', () => {
    const scripted = at(40);
    scripted.aircraft.kiteWithout('gps');
    scripted.run(0.5);
    assert.equal(scripted.shown.flight_state, 'Flying');
    assert.equal(scripted.shown.kite_gps_has_fix, false);
    assert.equal('kite_gps_lat' in scripted.shown, false);
    scripted.aircraft.kite({ gps: ZURICH });
    scripted.run(5);
    assert.deepEqual(scripted.story, ['0.05 +20060', '0.55 -20060']);
  });

  it('with too few satellites, less accurate than 5 m, counts as lost, though it is shown', () => {
    const scripted = at(40);
    scripted.aircraft.kite({ gps: { ...ZURICH, accuracyM: 5.1 } });
    scripted.run(5);
    assert.equal(scripted.shown.kite_gps_has_fix, true);
    assert.equal(scripted.shown.kite_gps_accuracy, 5.1);
    assert.equal(outcome(scripted.station.flight.setAltitude(ALICE, { altitude: 30 })), 'ALTITUDE_ABOVE_GPS_MAX');
    scripted.aircraft.kite({ gps: { ...ZURICH, accuracyM: 5 } });
    scripted.run(1);
    assert.deepEqual(scripted.story, ['0.05 +20060', `1.05 SafetyDescending ${DESCENT}`, '5.05 Flying -30041 -20060']);
  });

  it('of the Ground Station alone limits nothing', () => {
    const scripted = at(20);
    scripted.aircraft.groundStationWithout('gps');
    scripted.run(5);
    assert.equal(scripted.station.system.state().gs_gps_has_fix, false);
    expectAccepted(scripted.station.flight.setAltitude(ALICE, { altitude: 40 }));
    scripted.aircraft.groundStation({ gps: ZURICH });
    scripted.run(1);
    assert.deepEqual(scripted.story, ['0.05 +10010', '5.05 -10010']);
  });

  it('lost: landing during the descent lands, aborting it stops only the camera', () => {
    const scripted = at(40);
    const { station, aircraft } = scripted;
    aircraft.kiteWithout('gps');
    scripted.run(3);
    expectAccepted(station.flight.abort(ALICE));
    assert.deepEqual(aircraft.requests.slice(-2), ['movePan(stop)', 'moveTilt(stop)']);
    assert.equal(scripted.shown.flight_state, 'SafetyDescending');
    expectAccepted(station.flight.land(ALICE));
    scripted.run(60);
    assert.deepEqual(scripted.story, [
      '0.05 +20060',
      `1.05 SafetyDescending ${DESCENT}`,
      '3 Landing',
      '3.05 -30041',
      '54.4 StandBy',
    ]);
  });

  it('lost in a descent for wind, and wind in a descent for lost GPS: the lower of both holds', () => {
    const scripted = at(40);
    const { aircraft, station } = scripted;
    aircraft.kite({ driftM: 2.6 }).kiteWithout('gps');
    scripted.run(8).aircraft.kite({ driftM: 0.3, gps: ZURICH });
    scripted.run(10).aircraft.kiteWithout('gps');
    scripted.run(30);
    assert.deepEqual(scripted.story, [
      '0.05 +20060',
      `1.05 SafetyDescending ${DESCENT}`,
      '3.05 +30001{level: warning only, limit: 2, measure: drift, unit: m, value: 2.6, wind_speed: 2}',
      '5.05 ~30001{altitude_max: 10, level: descent to a safe altitude, limit: 2.5, measure: drift, unit: m, value: 2.6, wind_speed: 2} ~30041{altitude: 10, reason: GPS is lost, the wind load is over its limit}',
      '8.05 ~30041{altitude: 10, reason: the wind load is over its limit} -20060',
      '8.15 ~30001{altitude_max: 10, level: descent to a safe altitude, limit: 2.5, measure: drift, unit: m, value: 0.3, wind_speed: 2}',
      '18.05 +20060',
      '19.05 ~30041{altitude: 10, reason: GPS is lost, the wind load is over its limit}',
      '21.1 ~30041{altitude: 10, reason: the wind load is over its limit}',
      '40.4 Flying -30041',
    ]);
    assert.equal(outcome(station.flight.setAltitude(ALICE, { altitude: 30 })), 'ALTITUDE_ABOVE_GPS_MAX');
    assert.equal(outcome(station.flight.setAltitude(ALICE, { altitude: 20 })), 'ALTITUDE_ABOVE_WIND_MAX');
    scripted.run(25);
    assert.equal(outcome(station.flight.setAltitude(ALICE, { altitude: 30 })), 'ALTITUDE_ABOVE_GPS_MAX');
    expectAccepted(station.flight.setAltitude(ALICE, { altitude: 20 }));
  });
});
