import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_HAZARDS } from '@kitestring/station/ports/aircraft.ts';
import { ALICE, expectAccepted, outcome, ScriptedStation } from '@kitestring/testing/scripted-station.ts';

const ROOFTOP_BOX = { installation: 'Rooftop Box' } as const;

describe('safety', () => {
  it('GPS lost at 40 m: descends to below 25 m, then flies on under that ceiling until GPS is back', () => {
    const scripted = new ScriptedStation().flying(40);
    const { station, aircraft } = scripted;
    aircraft.kiteWithout('gps');
    scripted.run(1.2);
    assert.equal(scripted.shown.flight_state, 'SafetyDescending');
    assert.equal(scripted.shown.altitude_target, 24);
    assert.deepEqual(scripted.activeCodes, [20060, 30041]);
    assert.equal(outcome(station.flight.setAltitude(ALICE, { altitude: 24.5 })), 'ONLY_DOWNWARDS');
    assert.equal(outcome(station.flight.setAltitude(ALICE, { altitude: 30 })), 'ALTITUDE_ABOVE_GPS_MAX');
    aircraft.kite({ altitudeM: 24.2 });
    scripted.run(0.1);
    assert.equal(scripted.shown.flight_state, 'Flying');
    assert.equal(outcome(station.flight.setAltitude(ALICE, { altitude: 30 })), 'ALTITUDE_ABOVE_GPS_MAX');
    assert.deepEqual(scripted.activeCodes, [20060]);
    aircraft.kite({ gps: { latDeg: 47, lonDeg: 8, elevationM: 430, accuracyM: 1 } });
    scripted.run(0.1);
    assert.equal(outcome(station.flight.setAltitude(ALICE, { altitude: 30 })), 'accepted');
    assert.deepEqual(scripted.activeCodes, []);
  });

  it('GPS lost on the way up stops the climb below 25 m without a descent', () => {
    const scripted = new ScriptedStation().flying(20);
    expectAccepted(scripted.station.flight.setAltitude(ALICE, { altitude: 40 }));
    scripted.aircraft.kiteWithout('gps');
    scripted.run(1.2);
    assert.equal(scripted.shown.flight_state, 'Flying');
    assert.equal(scripted.shown.altitude_target, 24);
  });

  it('a GPS gap of less than a second changes nothing but the fix that is shown', () => {
    const scripted = new ScriptedStation().flying(40);
    scripted.aircraft.kiteWithout('gps');
    scripted.run(0.5);
    assert.equal(scripted.shown.flight_state, 'Flying');
    assert.equal(scripted.shown.kite_gps_has_fix, false);
    assert.equal('kite_gps_lat' in scripted.shown, false);
  });

  it('wind over the limit brings the Kite to the safe altitude, and keeps it there until it has gone', () => {
    const scripted = new ScriptedStation().flying(40);
    const { station, aircraft } = scripted;
    aircraft.kite({ windSpeedMps: 14, hazards: { ...NO_HAZARDS, windOverLimit: true } });
    scripted.run(0.1);
    assert.equal(scripted.shown.flight_state, 'SafetyDescending');
    assert.equal(scripted.shown.altitude_target, 10);
    assert.deepEqual(scripted.activeCodes, [30001, 30041]);
    aircraft.kite({ altitudeM: 10.3 });
    scripted.run(0.1);
    assert.equal(scripted.shown.flight_state, 'Flying');
    assert.equal(outcome(station.flight.setAltitude(ALICE, { altitude: 12 })), 'ALTITUDE_ABOVE_WIND_MAX');
    aircraft.kite({ windSpeedMps: 4, hazards: NO_HAZARDS });
    scripted.run(0.1);
    assert.equal(outcome(station.flight.setAltitude(ALICE, { altitude: 12 })), 'accepted');
  });

  const reasons = ['mainPowerLost', 'tetherDamaged', 'motorFailed', 'overheated', 'sensorFault', 'spoolStuck'] as const;
  const airborne = ['climbing', 'flying', 'landing', 'safetyDescending'] as const;
  for (const reason of reasons) {
    for (const start of airborne) {
      it(`${reason} while ${start} makes a safety landing that cannot be aborted`, () => {
        const scripted = new ScriptedStation();
        scripted[start]();
        scripted.aircraft.kite({ hazards: { ...NO_HAZARDS, [reason]: true } });
        scripted.run(0.1);
        assert.equal(scripted.shown.flight_state, 'SafetyLanding');
        assert.equal(scripted.aircraft.requests.at(-1), 'land(safety)');
        assert.equal(scripted.station.system.state().drone_id?.status, 'EMERGENCY');
        assert.ok(scripted.activeCodes.includes(30040));
        assert.equal(outcome(scripted.station.flight.abort(ALICE)), 'WRONG_FLIGHT_STATE');
      });
    }
  }

  it('the safety land button lands a flying Kite', () => {
    const scripted = new ScriptedStation(ROOFTOP_BOX);
    scripted.aircraft.rooftopBox({ lids: 'Opened' });
    scripted.flying();
    scripted.aircraft.rooftopBox({ safetyLandButtonPressed: true });
    scripted.run(0.1);
    assert.equal(scripted.shown.flight_state, 'SafetyLanding');
  });

  it('after a safety landing the station resets by itself after 20 s', () => {
    const scripted = new ScriptedStation().safetyLanding();
    scripted.aircraft.kite({ contact: 'Grounded', altitudeM: 0, failsafeLanding: false });
    scripted.run(0.1);
    assert.equal(scripted.shown.flight_state, 'StandBy');
    assert.equal(outcome(scripted.station.flight.takeOff(ALICE)), 'RESETTING_AFTER_SAFETY_LANDING');
    scripted.run(20);
    assert.equal(scripted.aircraft.requests.at(-1), 'reset()');
    assert.equal(outcome(scripted.station.flight.takeOff(ALICE)), 'accepted');
  });
});

describe('the report wins', () => {
  it('no data for 2 s is Unknown, and nothing but the state is shown', () => {
    const scripted = new ScriptedStation().flying();
    scripted.silence(1.9);
    assert.equal(scripted.shown.flight_state, 'Flying');
    scripted.silence(0.7);
    assert.deepEqual(scripted.shown, { flight_state: 'Unknown' });
    scripted.aircraft.kite(undefined).report();
    assert.deepEqual(scripted.activeCodes, [20020]);
  });

  it('data that come back decide between StandBy and Flying', () => {
    const inTheAir = new ScriptedStation().flying(12).silence(3);
    inTheAir.run(0.1);
    assert.equal(inTheAir.shown.flight_state, 'Flying');
    assert.equal(inTheAir.shown.altitude_target, 12);
    const landed = new ScriptedStation().flying(12).silence(3);
    landed.aircraft.kite({ contact: 'Grounded', altitudeM: 0 });
    landed.run(0.1);
    assert.equal(landed.shown.flight_state, 'StandBy');
  });

  it('a Kite that is on the ground is in StandBy, whatever was asked', () => {
    const scripted = new ScriptedStation().flying();
    scripted.aircraft.kite({ contact: 'Grounded', altitudeM: 0 });
    scripted.run(0.1);
    assert.equal(scripted.shown.flight_state, 'StandBy');
  });

  it('a report from before a command says nothing about it', () => {
    const scripted = new ScriptedStation().flying();
    expectAccepted(scripted.station.camera.rotateByAngle(ALICE, { pan: 90 }));
    assert.equal(scripted.shown.is_rotating, true);
    scripted.aircraft.report();
    assert.equal(scripted.shown.is_rotating, true, 'a sample of the same moment is not an answer yet');
    scripted.run(0.05);
    assert.equal(scripted.shown.is_rotating, false);
  });
});
