import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, outcome, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import type { Result } from '@kitestring/station-contract/refusal.ts';
import { type Capabilities, EVERYTHING } from '@kitestring/station-core/ports';

const { pan, roll, tilt } = EVERYTHING.gimbal;
assert.ok(pan && roll && tilt);

/** An autopilot with a camera that only pans, on a bare tether. */
const BARE: Partial<Capabilities> = {
  gimbal: { pan: { minDps: 1, maxDps: 30, isLed: false } },
  compass: false,
  lids: false,
  winch: false,
  cradleSwitch: false,
  mainPower: false,
  motionSensor: false,
  groundGps: false,
  remoteId: false,
  reset: false,
};

const having = (change: Partial<Capabilities>, settings = {}) => {
  const scripted = new ScriptedStation(settings);
  scripted.aircraft.having(change);
  return scripted;
};

const message = (result: Result<unknown>) =>
  result.ok ? 'accepted' : `${result.refusal.code}: ${result.refusal.message}`;

describe('a station refuses what its aircraft does not have', () => {
  it('refuses a tilt of a camera without that axis, in every way to ask for one, and still pans', () => {
    const { aircraft, station } = having({ gimbal: { pan } }).flying();
    const { camera } = station;
    const before = aircraft.requests.length;
    for (const result of [
      camera.rotateByAngle(ALICE, { tilt: 10 }),
      camera.rotateToAngle(ALICE, { tilt_ned: 40 }),
      camera.rotateWithSpeed(ALICE, { tilt_speed: 5, duration: 1 }),
      camera.rotateToAngle(ALICE, { pan_ned: 90, tilt_ned: 40 }),
    ]) {
      assert.match(message(result), /^NOT_FITTED: the camera of this aircraft does not turn in tilt$/);
    }
    assert.equal(aircraft.requests.length, before, 'a refused command moves nothing');
    assert.equal(outcome(camera.rotateWithSpeed(ALICE, { pan_speed: 5, duration: 1 })), 'accepted');
    assert.equal(outcome(camera.rotateByAngle(ALICE, { pan: 10 })), 'accepted');
    assert.equal(outcome(station.flight.land(ALICE)), 'accepted');
    assert.deepEqual(
      aircraft.requests.filter((request) => request.startsWith('moveTilt')),
      [],
      'not even a stop',
    );
    assert.deepEqual(camera.info(), {
      ok: true,
      value: { model: 'Camera 2nd Generation', pan_speed_min: 2, pan_speed_max: 25 },
    });
  });

  it('refuses a pan of a camera that only tilts', () => {
    const { station } = having({ gimbal: { tilt } }).flying();
    const { camera } = station;
    assert.match(message(camera.rotateByAngle(ALICE, { pan: 10 })), /^NOT_FITTED: .* pan$/);
    assert.match(message(camera.rotateWithSpeed(ALICE, { pan_speed: 500, duration: 1 })), /^NOT_FITTED: .* pan$/);
  });

  it('judges speeds by what the axis can do', () => {
    const { station } = having(BARE).flying();
    const speed = (pan_speed: number) => message(station.camera.rotateWithSpeed(ALICE, { pan_speed, duration: 1 }));
    assert.equal(speed(29), 'accepted');
    assert.match(speed(31), /^SPEED_OUT_OF_RANGE: .*1.*30/);
  });

  it('without a compass shows no azimuth and goes to none, but turns by an angle', () => {
    const { shown, station } = having({ compass: false }).flying();
    assert.equal(shown.kite_heading, undefined);
    const state = station.camera.state();
    assert.ok(state.ok);
    assert.deepEqual(state.value, { online_state: 'Online', tilt_ned: 0, roll_ned: 0 });
    assert.match(
      message(station.camera.rotateToAngle(ALICE, { pan_ned: 90 })),
      /^NOT_FITTED: this aircraft has no comp/,
    );
    assert.equal(outcome(station.camera.rotateToAngle(ALICE, { tilt_ned: 30 })), 'accepted');
    assert.equal(outcome(station.camera.rotateByAngle(ALICE, { pan: 90 })), 'accepted');
  });

  it('starts no turn from an angle that nobody knows, and may still turn with a speed', () => {
    const scripted = new ScriptedStation();
    scripted.aircraft.cameraWithout('panDeg').cameraWithout('tiltDeg');
    const { camera } = scripted.flying().station;
    assert.match(message(camera.rotateByAngle(ALICE, { pan: 10 })), /^CAMERA_DIRECTION_UNKNOWN: the pan /);
    assert.match(message(camera.rotateToAngle(ALICE, { pan_ned: 10 })), /^CAMERA_DIRECTION_UNKNOWN: the pan /);
    assert.match(message(camera.rotateByAngle(ALICE, { tilt: 10 })), /^CAMERA_DIRECTION_UNKNOWN: the tilt /);
    assert.equal(outcome(camera.rotateWithSpeed(ALICE, { pan_speed: 5, duration: 1 })), 'accepted');
    assert.equal(outcome(camera.rotateToAngle(ALICE, { tilt_ned: 10 })), 'accepted');
    assert.equal(outcome(camera.rotateByAngle(ALICE, { pan: 0 })), 'accepted', 'a stop');
  });

  it('has no lids where the setting names a box and the aircraft comes without one', () => {
    const scripted = having({ lids: false }, { installation: 'Rooftop Box' }).standBy();
    const { station } = scripted;
    assert.match(
      message(station.system.openRtbLids(ALICE)),
      /^NO_ROOFTOP_BOX: the installation is Bare Ground Station/,
    );
    const { installation, rtb_name } = station.system.info();
    assert.deepEqual([installation, rtb_name], ['Bare Ground Station', undefined]);
    scripted.flying();
    assert.equal(scripted.aircraft.requests.includes('openLids()'), false);
  });
});

describe('a station with a bare aircraft', () => {
  it('leaves out what is not there, raises nothing about it, and flies', () => {
    const scripted = having(BARE).standBy();
    const { station } = scripted;
    assert.deepEqual(scripted.activeCodes, []);
    assert.equal(station.system.info().drone_id, undefined);
    assert.deepEqual(station.system.state(), {
      propeller_model: 'Propeller 2nd Generation',
      kite_battery_level: 100,
      gs_battery_level: 100,
      gs_input_voltage: 230,
    });
    const checks = station.readiness().checks.map(({ check }) => check);
    for (const check of ['lids', 'moving', 'remote_id', 'spool_temperature', 'main_power'] as const) {
      assert.equal(checks.includes(check), false, check);
    }
    assert.equal(scripted.flying().shown.flight_state, 'Flying');
    assert.deepEqual(scripted.activeCodes, []);
  });

  it('takes off by no rule that needs a Remote ID transmitter', () => {
    const { station } = having(BARE, { regulatoryMode: 'US_REMOTE_ID_STANDARD' }).standBy();
    assert.match(message(station.flight.takeOff(ALICE)), /^REMOTE_ID_NOT_READY: .*ERROR_HARDWARE_VARIANT_UNSUITABLE/);
    assert.equal(station.system.state().drone_id?.status, 'FAILED');
  });

  it('is ready again after a safety landing, and is asked for no reset', () => {
    const scripted = having(BARE);
    scripted.safetyLanding();
    scripted.aircraft.kite({ landedState: 'OnGround', altitudeM: 0, failsafeLanding: false });
    scripted.run(25);
    assert.equal(outcome(scripted.station.flight.takeOff(ALICE)), 'accepted');
    assert.equal(scripted.aircraft.requests.includes('reset()'), false);
  });

  it('with a cradle switch that is silent, knows nothing of the Kite’s seat', () => {
    const scripted = new ScriptedStation();
    scripted.aircraft.groundStationWithout('kiteInCradle');
    const { checks } = scripted.standBy().station.readiness();
    assert.equal(checks.find(({ check }) => check === 'kite_detected')?.state, 'unknown');
  });
});
