import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, expectAccepted, outcome, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import { NO_GROUND_STATION_HAZARDS } from '../src/ports/aircraft.ts';
import { DEFAULT_STATION_SETTINGS } from '../src/station-settings.ts';

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
    aircraft.kite({ landedState: 'InAir', altitudeM: 0.3 });
    scripted.run(1);
    assert.equal(scripted.shown.flight_state, 'TakingOff');
    aircraft.kite({ altitudeM: 0.89 });
    scripted.run(1);
    assert.equal(scripted.shown.flight_state, 'TakingOff', 'not below altitude_takeoff');
    aircraft.kite({ altitudeM: 0.9 });
    scripted.run(0.05);
    assert.equal(scripted.shown.flight_state, 'Flying', 'but for the error of the height');
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

  it('gives up when an autopilot does not arm, and blames no motor', () => {
    const scripted = new ScriptedStation().standBy();
    scripted.aircraft.kite({ isArmed: false });
    expectAccepted(scripted.station.flight.takeOff(ALICE));
    scripted.run(13.5);
    assert.equal(scripted.shown.flight_state, 'StandBy');
    assert.deepEqual(scripted.aircraft.requests, ['takeOff(1)', 'land(normal)']);
    assert.deepEqual(scripted.activeCodes, []);
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
      ({ aircraft }) => aircraft.groundStation({ hazards: { ...NO_GROUND_STATION_HAZARDS, tetherDamaged: true } }),
      'KITE_FAULT',
      30030,
    ],
    [
      'no main power',
      ({ aircraft }) => aircraft.groundStation({ hazards: { ...NO_GROUND_STATION_HAZARDS, mainPowerLost: true } }),
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

  it('is refused where the thrust does not suffice in this air, with the figure, and allowed where it does', () => {
    const scripted = new ScriptedStation().standBy();
    scripted.aircraft.kite({ hoverThrustShare: 0.958 });
    scripted.run(0.1);
    const refused = scripted.station.flight.takeOff(ALICE);
    assert.equal(outcome(refused), 'KITE_FAULT');
    const wanted = 'hovering in this air needs 96 % of the thrust, the limit for take-off is 92 %';
    assert.equal(refused.ok ? '' : refused.refusal.message, wanted);
    assert.deepEqual(scripted.aircraft.requests, []);
    scripted.aircraft.kite({ hoverThrustShare: 0.91 });
    scripted.run(0.1);
    expectAccepted(scripted.station.flight.takeOff(ALICE));
  });

  it('needs the brake where the setting says', () => {
    const brake = (parkingBrake: 'engaged' | 'disengaged' | 'ignored', parkingBrakeEngaged: boolean) => {
      const scripted = new ScriptedStation({
        ...ROOFTOP_BOX,
        rooftopBox: { ...DEFAULT_STATION_SETTINGS.rooftopBox, parkingBrake },
      });
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
    assert.equal(scripted.aircraft.flightRequests.at(-1), 'land(normal)');
  });

  it('in flight stops rotation and change of altitude where they are', () => {
    const scripted = new ScriptedStation().flying();
    expectAccepted(scripted.station.flight.setAltitude(ALICE, { altitude: 30 }));
    scripted.aircraft.kite({ altitudeM: 17.2 });
    scripted.run(0.1);
    expectAccepted(scripted.station.flight.abort(ALICE));
    assert.deepEqual(scripted.aircraft.requests.slice(-3), ['holdAltitude()', 'movePan(stop)', 'moveTilt(stop)']);
    assert.equal(scripted.shown.altitude_target, 17.2);
    assert.equal(scripted.shown.is_changing_altitude, true);
    scripted.aircraft.kite({ altitudeM: 17.7, climbRateMps: 0.4 });
    scripted.run(0.1);
    assert.equal(scripted.shown.is_changing_altitude, true, 'it is still braking');
    scripted.aircraft.kite({ altitudeM: 17.8, climbRateMps: 0.02 });
    scripted.run(0.1);
    assert.equal(scripted.shown.altitude_target, 17.8, 'the target is where it has stopped');
    assert.equal(scripted.shown.is_changing_altitude, false);
  });

  it('above a lowered soft maximum goes on down to it, and never shows a target above', () => {
    const scripted = new ScriptedStation().flying(40);
    expectAccepted(scripted.station.flight.setAltitudeSoftMax(ALICE, { altitude: 5 }));
    expectAccepted(scripted.station.flight.abort(ALICE));
    assert.equal(scripted.shown.altitude_target, 5);
    assert.equal(scripted.shown.is_changing_altitude, true);
    assert.equal(scripted.aircraft.requests.includes('holdAltitude()'), false);
  });

  it('just below the soft maximum: a Kite that brakes past it comes back to it', () => {
    const scripted = new ScriptedStation().flying(10);
    expectAccepted(scripted.station.flight.setAltitudeSoftMax(ALICE, { altitude: 20 }));
    expectAccepted(scripted.station.flight.setAltitude(ALICE, { altitude: 19.9 }));
    scripted.aircraft.kite({ altitudeM: 19.5, climbRateMps: 0.75 });
    scripted.run(0.1);
    expectAccepted(scripted.station.flight.abort(ALICE));
    scripted.aircraft.kite({ altitudeM: 20.2 });
    scripted.run(0.1);
    assert.equal(scripted.shown.altitude_target, 20);
    assert.equal(scripted.aircraft.requests.at(-1), 'setAltitude(19.55)');
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
