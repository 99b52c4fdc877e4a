import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_HAZARDS } from '@kitestring/station/ports/aircraft.ts';
import { ALICE, BOB, expectAccepted, outcome, ScriptedStation } from '@kitestring/testing/scripted-station.ts';

const ROOFTOP_BOX = { installation: 'Rooftop Box' } as const;

describe('taking off', () => {
  it('opens the lids, checks for 3 s, climbs, and is flying at altitude_takeoff', () => {
    const scripted = new ScriptedStation(ROOFTOP_BOX).standBy();
    const { station, aircraft } = scripted;
    expectAccepted(station.flight.takeOff(ALICE));
    assert.equal(scripted.shown.flight_state, 'TakingOff');
    assert.equal(scripted.shown.altitude_target, 1);
    assert.equal(station.system.state().rtb_lids_state, 'Opening');
    aircraft.rooftopBox({ lids: 'Between' });
    scripted.run(8);
    assert.deepEqual(aircraft.requests, ['openLids()']);
    aircraft.rooftopBox({ lids: 'Opened' });
    scripted.run(2.9);
    assert.deepEqual(aircraft.requests, ['openLids()']);
    scripted.run(0.2);
    assert.deepEqual(aircraft.requests, ['openLids()', 'takeOff(1)']);
    aircraft.kite({ contact: 'Airborne', altitudeM: 0.3 });
    scripted.run(1);
    assert.equal(scripted.shown.flight_state, 'TakingOff');
    aircraft.kite({ altitudeM: 0.9 });
    scripted.run(0.05);
    assert.equal(scripted.shown.flight_state, 'Flying');
    assert.equal(scripted.shown.altitude_target, 1);
    assert.equal(scripted.shown.is_changing_altitude, false);
  });

  it('breaks off when a check fails meanwhile, says which, and closes the lids', () => {
    const scripted = new ScriptedStation(ROOFTOP_BOX).standBy();
    const { station, aircraft } = scripted;
    expectAccepted(station.flight.takeOff(ALICE));
    aircraft.rooftopBox({ lids: 'Opened' });
    scripted.run(1);
    aircraft.rooftopBox({ safetyLandButtonPressed: true });
    scripted.run(0.1);
    assert.equal(scripted.shown.flight_state, 'StandBy');
    assert.deepEqual(scripted.activeCodes, [60020]);
    assert.deepEqual(aircraft.requests, ['openLids()', 'closeLids()']);
    assert.equal(station.system.state().rtb_lids_state, 'Closing');
  });

  it('is broken off when the lids do not open in time', () => {
    const scripted = new ScriptedStation(ROOFTOP_BOX).standBy();
    expectAccepted(scripted.station.flight.takeOff(ALICE));
    scripted.aircraft.rooftopBox({ lids: 'Between' });
    scripted.run(12.2);
    assert.equal(scripted.shown.flight_state, 'StandBy');
    assert.deepEqual(scripted.activeCodes, [60010]);
    assert.equal(outcome(scripted.station.flight.takeOff(ALICE)), 'LIDS_STUCK');
  });

  it('can fly again once stuck lids have been moved by command', () => {
    const scripted = new ScriptedStation(ROOFTOP_BOX).standBy();
    expectAccepted(scripted.station.flight.takeOff(ALICE));
    scripted.aircraft.rooftopBox({ lids: 'Between' });
    scripted.run(12.2);
    expectAccepted(scripted.station.system.openRtbLids(ALICE));
    scripted.aircraft.rooftopBox({ lids: 'Opened' });
    scripted.run(0.1);
    assert.deepEqual(scripted.activeCodes, []);
    expectAccepted(scripted.station.flight.takeOff(ALICE));
  });

  it('gives up when the motors do not start, and says so', () => {
    const scripted = new ScriptedStation().standBy();
    expectAccepted(scripted.station.flight.takeOff(ALICE));
    scripted.run(13.5);
    assert.equal(scripted.shown.flight_state, 'StandBy');
    assert.deepEqual(scripted.aircraft.requests, ['takeOff(1)', 'land(normal)']);
    assert.deepEqual(scripted.activeCodes, [20040]);
  });

  const preflight: [string, (scripted: ScriptedStation) => unknown, string, number][] = [
    [
      'no Kite in the cradle',
      ({ aircraft }) => aircraft.groundStation({ kiteInCradle: false }),
      'KITE_NOT_DETECTED',
      20010,
    ],
    ['a low Kite battery', ({ aircraft }) => aircraft.kite({ batteryPercent: 49.9 }), 'BATTERY_NOT_READY', 20030],
    [
      'a low Ground Station battery',
      ({ aircraft }) => aircraft.groundStation({ batteryPercent: 10 }),
      'BATTERY_NOT_READY',
      10030,
    ],
    [
      'a frozen Kite battery',
      ({ aircraft }) => aircraft.kite({ batteryTemperatureC: -30 }),
      'TEMPERATURE_OUT_OF_RANGE',
      20032,
    ],
    [
      'a hot Ground Station battery',
      ({ aircraft }) => aircraft.groundStation({ batteryTemperatureC: 70 }),
      'TEMPERATURE_OUT_OF_RANGE',
      10032,
    ],
    ['wind', ({ aircraft }) => aircraft.kite({ windSpeedMps: 12.1 }), 'WIND_TOO_STRONG', 30002],
    [
      'a released parking brake',
      ({ aircraft }) => aircraft.rooftopBox({ parkingBrakeEngaged: false }),
      'PARKING_BRAKE',
      60030,
    ],
    [
      'the safety land button',
      ({ aircraft }) => aircraft.rooftopBox({ safetyLandButtonPressed: true }),
      'SAFETY_LAND_BUTTON_PRESSED',
      60020,
    ],
    ['a moving vehicle', ({ aircraft }) => aircraft.groundStation({ isMoving: true }), 'SYSTEM_MOVING', 10050],
    [
      'a damaged tether',
      ({ aircraft }) => aircraft.kite({ hazards: { ...NO_HAZARDS, tetherDamaged: true } }),
      'KITE_FAULT',
      30030,
    ],
    [
      'no main power',
      ({ aircraft }) => aircraft.kite({ hazards: { ...NO_HAZARDS, mainPowerLost: true } }),
      'MAIN_POWER_DISCONNECTED',
      10040,
    ],
  ];
  for (const [cause, bring, code, notification] of preflight) {
    it(`is refused with ${code} for ${cause}, and notification ${notification} is active while it lasts`, () => {
      const scripted = new ScriptedStation(ROOFTOP_BOX).standBy();
      bring(scripted);
      scripted.run(0.1);
      assert.equal(outcome(scripted.station.flight.takeOff(ALICE)), code);
      assert.deepEqual(scripted.activeCodes, [notification]);
      assert.equal(scripted.station.notifications.active()[0]?.message.includes('unknown'), false);
      assert.deepEqual(scripted.aircraft.requests, []);
    });
  }

  it('needs the brake where the setting says', () => {
    const brake = (parkingBrake: 'engaged' | 'disengaged' | 'ignored', parkingBrakeEngaged: boolean) => {
      const scripted = new ScriptedStation({ ...ROOFTOP_BOX, rooftopBox: { lidsTimeoutS: 12, parkingBrake } });
      scripted.aircraft.rooftopBox({ parkingBrakeEngaged });
      return outcome(scripted.standBy().station.flight.takeOff(ALICE));
    };
    assert.equal(brake('disengaged', false), 'accepted');
    assert.equal(brake('disengaged', true), 'PARKING_BRAKE');
    assert.equal(brake('ignored', true), 'accepted');
    assert.equal(brake('ignored', false), 'accepted');
  });
});

describe('aborting', () => {
  it('during the checks goes back to StandBy and never starts a motor', () => {
    const scripted = new ScriptedStation().standBy();
    expectAccepted(scripted.station.flight.takeOff(ALICE));
    scripted.run(2.9);
    expectAccepted(scripted.station.flight.abort(ALICE));
    scripted.run(10);
    assert.equal(scripted.shown.flight_state, 'StandBy');
    assert.deepEqual(scripted.aircraft.requests, []);
  });

  it('in the climb lands', () => {
    const scripted = new ScriptedStation().climbing();
    expectAccepted(scripted.station.flight.abort(ALICE));
    assert.equal(scripted.shown.flight_state, 'Landing');
    assert.equal(scripted.aircraft.requests.at(-1), 'land(normal)');
  });

  it('in flight stops rotation and change of altitude where they are', () => {
    const scripted = new ScriptedStation().flying();
    expectAccepted(scripted.station.flight.setAltitude(ALICE, { altitude: 30 }));
    scripted.aircraft.kite({ altitudeM: 17.2 });
    scripted.run(0.1);
    expectAccepted(scripted.station.flight.abort(ALICE));
    assert.deepEqual(scripted.aircraft.requests.slice(-3), ['holdAltitude()', 'movePan(stop)', 'moveTilt(stop)']);
    assert.equal(scripted.shown.altitude_target, 17.2);
    assert.equal(scripted.shown.is_changing_altitude, false);
  });

  it('a landing holds where it is, but at least at altitude_takeoff', () => {
    const high = new ScriptedStation().landing();
    high.aircraft.kite({ altitudeM: 6.5 });
    high.run(0.1);
    expectAccepted(high.station.flight.abort(ALICE));
    assert.equal(high.shown.flight_state, 'Flying');
    assert.equal(high.aircraft.requests.at(-1), 'setAltitude(6.5)');

    const low = new ScriptedStation().landing();
    low.aircraft.kite({ altitudeM: 0.4 });
    low.run(0.1);
    expectAccepted(low.station.flight.abort(ALICE));
    assert.equal(low.aircraft.requests.at(-1), 'setAltitude(1)');
  });
});

describe('altitude', () => {
  const limits: [number, string][] = [
    [1.99, 'ALTITUDE_TOO_LOW'],
    [2, 'accepted'],
    [44.99, 'accepted'],
    [45, 'ALTITUDE_ABOVE_HARD_MAX'],
    [1e308, 'ALTITUDE_ABOVE_HARD_MAX'],
    [-5, 'ALTITUDE_TOO_LOW'],
  ];
  for (const [altitude, expected] of limits) {
    it(`${altitude} m in flight: ${expected}`, () => {
      assert.equal(outcome(new ScriptedStation().flying().station.flight.setAltitude(ALICE, { altitude })), expected);
    });
  }

  it('refuses an altitude above the soft maximum, names both numbers, and moves nothing', () => {
    const scripted = new ScriptedStation().flying();
    expectAccepted(scripted.station.flight.setAltitudeSoftMax(ALICE, { altitude: 30 }));
    const before = [...scripted.aircraft.requests];
    const refused = scripted.station.flight.setAltitude(ALICE, { altitude: 45 - 1e-9 });
    assert.equal(outcome(refused), 'ALTITUDE_ABOVE_SOFT_MAX');
    assert.match(refused.ok ? '' : refused.refusal.message, /altitude_soft_max \(30 m\), got 44\.9+ m/);
    assert.deepEqual(scripted.aircraft.requests, before);
  });

  it('is shown as changing from the command until a later report is within 0.5 m', () => {
    const scripted = new ScriptedStation().flying(10);
    expectAccepted(scripted.station.flight.setAltitude(ALICE, { altitude: 10.2 }));
    assert.equal(scripted.shown.is_changing_altitude, true, 'even a change of 0.2 m is seen under way');
    scripted.run(0.05);
    assert.equal(scripted.shown.is_changing_altitude, false);
    expectAccepted(scripted.station.flight.setAltitude(ALICE, { altitude: 20 }));
    scripted.aircraft.kite({ altitudeM: 19.4 });
    scripted.run(1);
    assert.equal(scripted.shown.is_changing_altitude, true);
    scripted.aircraft.kite({ altitudeM: 19.5 });
    scripted.run(0.05);
    assert.equal(scripted.shown.is_changing_altitude, false);
    scripted.aircraft.kite({ altitudeM: 19.3 });
    scripted.run(0.05);
    assert.equal(scripted.shown.is_changing_altitude, false, 'a reached target is not left by a gust');
  });

  it('below a lowered soft maximum: a Kite above it descends at once and the target becomes it', () => {
    const scripted = new ScriptedStation().flying(40);
    expectAccepted(scripted.station.flight.setAltitudeSoftMax(ALICE, { altitude: 20 }));
    assert.equal(scripted.aircraft.requests.at(-1), 'setAltitude(20)');
    assert.equal(scripted.shown.altitude_target, 20);
    assert.equal(scripted.shown.is_changing_altitude, true);
    scripted.aircraft.kite({ altitudeM: 20.1 });
    scripted.run(0.1);
    assert.deepEqual(scripted.activeCodes, [30010]);
  });

  it('the soft maximum may be anything from altitude_takeoff + 1 m to the hard maximum, and starts at it', () => {
    const { station } = new ScriptedStation();
    const set = (altitude: number) => outcome(station.flight.setAltitudeSoftMax(ALICE, { altitude }));
    assert.deepEqual(
      [set(1.99), set(2), set(45), set(45.01)],
      ['SOFT_MAX_OUT_OF_RANGE', 'accepted', 'accepted', 'SOFT_MAX_OUT_OF_RANGE'],
    );
    const info = new ScriptedStation().station.flight.info();
    assert.equal(info.ok && info.value.altitude_soft_max, 45);
  });
});

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

describe('lids', () => {
  it('close by themselves after a landing', () => {
    const scripted = new ScriptedStation(ROOFTOP_BOX);
    scripted.aircraft.rooftopBox({ lids: 'Opened' });
    scripted.landing();
    scripted.aircraft.kite({ contact: 'Grounded', altitudeM: 0 });
    scripted.run(0.1);
    assert.equal(scripted.shown.flight_state, 'StandBy');
    assert.equal(scripted.aircraft.requests.at(-1), 'closeLids()');
    assert.equal(scripted.station.system.state().rtb_lids_state, 'Closing');
    scripted.aircraft.rooftopBox({ lids: 'Closed' });
    scripted.run(0.1);
    assert.equal(scripted.station.system.state().rtb_lids_state, 'Closed');
  });

  it('never close under a flying Kite', () => {
    const scripted = new ScriptedStation(ROOFTOP_BOX);
    scripted.aircraft.rooftopBox({ lids: 'Opened' });
    scripted.flying();
    assert.equal(outcome(scripted.station.system.closeRtbLids(ALICE)), 'WRONG_FLIGHT_STATE');
    assert.equal(scripted.aircraft.requests.includes('closeLids()'), false);
  });
});

describe('control', () => {
  it('another client in control is named, and nothing moves', () => {
    const scripted = new ScriptedStation().flying();
    expectAccepted(scripted.station.handoff.request(BOB, { operator_name: 'Bob Meier' }));
    const before = [...scripted.aircraft.requests];
    const { flight, camera, system } = scripted.station;
    for (const refused of [
      flight.land(ALICE),
      flight.abort(ALICE),
      flight.setAltitude(ALICE, { altitude: 5 }),
      flight.setAltitudeSoftMax(ALICE, { altitude: 5 }),
      camera.rotateByAngle(ALICE, { pan: 5 }),
      system.openRtbLids(ALICE),
    ]) {
      assert.equal(outcome(refused), 'CONTROL_TAKEN');
      assert.match(refused.ok ? '' : refused.refusal.message, /Bob Meier/);
    }
    assert.deepEqual(scripted.aircraft.requests, before);
  });
});

describe('Remote ID', () => {
  it('needs an operator of the last 20 s to take off; in the air it only notifies', () => {
    const scripted = new ScriptedStation({ regulatoryMode: 'US_REMOTE_ID_STANDARD' }).standBy();
    const { station } = scripted;
    assert.equal(outcome(station.flight.takeOff(ALICE)), 'REMOTE_ID_NOT_READY');
    assert.deepEqual(station.system.state().drone_id, { status: 'FAILED', error_codes: ['ERROR_NO_OPERATOR'] });
    expectAccepted(
      station.handoff.request(ALICE, { operator_name: 'Alice', regulatory_mode: 'US_REMOTE_ID_STANDARD' }),
    );
    assert.equal(station.system.state().drone_id?.status, 'OK');
    scripted.flying();
    assert.equal(scripted.shown.flight_state, 'Flying');
    scripted.run(21);
    assert.equal(scripted.shown.flight_state, 'Flying');
    assert.deepEqual(scripted.activeCodes, [70010]);
  });

  it('is checking until the transmitter has tested itself', () => {
    const scripted = new ScriptedStation({ regulatoryMode: 'US_REMOTE_ID_STANDARD' });
    scripted.aircraft.remoteId('Running');
    scripted.standBy();
    assert.equal(scripted.station.system.state().drone_id?.status, 'CHECKING');
  });
});

describe('flight hours', () => {
  it('count the time in the air and survive a restart', () => {
    const scripted = new ScriptedStation().flying();
    scripted.run(3600);
    scripted.aircraft.kite({ contact: 'Grounded', altitudeM: 0 });
    scripted.run(100);
    const info = scripted.station.flight.info();
    const hours = info.ok ? (info.value.total_kite_flight_hours ?? 0) : 0;
    assert.ok(Math.abs(hours - 1) < 0.001, `${hours}`);
    assert.ok(Math.abs((scripted.store.counters.get('kite.airborne_us') ?? 0) - 3600e6) < 2e6);
  });
});
