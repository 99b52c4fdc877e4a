import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAV_MODE_FLAG, MAV_PARAM_TYPE, MAV_RESULT, MAV_TYPE } from '@kitestring/mavlink-codec/enums.ts';
import { FlownVehicle } from './support/flown-vehicle.ts';

const { ACCEPTED, DENIED, FAILED, TEMPORARILY_REJECTED, UNSUPPORTED } = MAV_RESULT;
const NAN = Number.NaN;
const HERE_AT = (altitude: number, yaw = 0) => [-1, 1, 0, yaw, NAN, NAN, altitude];

/** Arms, takes off and is at 8 m. */
async function fly(vehicle: FlownVehicle, altitude: number): Promise<void> {
  assert.equal(await vehicle.command('COMPONENT_ARM_DISARM', { params: [1] }), ACCEPTED);
  assert.equal(await vehicle.command('NAV_TAKEOFF', { params: [0, 0, 0, NAN, NAN, NAN, altitude] }), ACCEPTED);
  await vehicle.until(() => (vehicle.flight.altitude ?? 0) > 7.6);
}

const homeM = async (vehicle: FlownVehicle) => (await vehicle.next('HOME_POSITION')).fields.altitude / 1000;

describe('the persona of PX4', () => {
  it('takes every altitude as one above mean sea level, whatever the frame says', async () => {
    await using vehicle = await FlownVehicle.start('px4');
    const home = await homeM(vehicle);
    await fly(vehicle, home + 8);
    assert.equal(await vehicle.command('DO_REPOSITION', { frame: 6, params: HERE_AT(home + 5, NAN) }), ACCEPTED);
    await vehicle.until(() => Math.abs((vehicle.flight.altitude ?? 0) - 5) < 0.5);
    // Outside the limits: accepted, told, and nothing moves.
    const target = vehicle.flight.altitude_target;
    const told = vehicle.next('STATUSTEXT', ({ text }) => text.startsWith('Reposition is outside geofence'));
    assert.equal(await vehicle.command('DO_REPOSITION', { frame: 6, params: HERE_AT(8, NAN) }), ACCEPTED);
    const { fields } = await told;
    assert.deepEqual([fields.severity, fields.text.endsWith('\t')], [2, true]);
    assert.equal(vehicle.flight.altitude_target, target);
    assert.equal(await vehicle.command('CONDITION_YAW', { params: [90, 0, 0, 0] }), UNSUPPORTED);
    assert.equal(await vehicle.command('COMPONENT_ARM_DISARM', { params: [0] }), TEMPORARILY_REJECTED);
    // Yaw in radians, with an altitude.
    assert.equal(await vehicle.command('DO_REPOSITION', { params: HERE_AT(home + 5, Math.PI) }), ACCEPTED);
    await vehicle.until(() => Math.abs((vehicle.flight.kite_heading ?? 0) - 180) < 5);
  });

  it('says nothing to orders for cameras and winches, and has integers byte by byte', async () => {
    await using vehicle = await FlownVehicle.start('px4');
    const heard: number[] = [];
    vehicle.link.onMessage(({ fields, name }) => {
      if (name === 'COMMAND_ACK') heard.push(fields.command);
    });
    for (const name of ['SET_CAMERA_ZOOM', 'DO_WINCH', 'IMAGE_START_CAPTURE'] as const) vehicle.send(name);
    assert.equal(await vehicle.command('CONDITION_YAW'), UNSUPPORTED);
    assert.deepEqual(heard, [115]);
    const answer = vehicle.next('PARAM_VALUE', ({ param_id }) => param_id === 'SYS_AUTOSTART');
    vehicle.link.send('PARAM_REQUEST_READ', {
      target_system: 1,
      target_component: 1,
      param_id: 'SYS_AUTOSTART',
      param_index: -1,
    });
    const { fields, packet } = await answer;
    assert.equal(fields.param_type, MAV_PARAM_TYPE.INT32);
    assert.equal(Buffer.from(packet.payload).readInt32LE(0), 4001);
  });
});

describe('the persona of ArduCopter', () => {
  it('refuses in its own way', async () => {
    await using vehicle = await FlownVehicle.start('ardupilot');
    assert.equal(await vehicle.command('SET_MESSAGE_INTERVAL', { params: [9999, 100_000] }), DENIED);
    await vehicle.next('STATUSTEXT', ({ text }) => text.startsWith('No ap_message'), false);
    assert.equal(await vehicle.command('NAV_TAKEOFF', { params: [0, 0, 0, 0, 0, 0, 8] }), FAILED);
    assert.equal(await vehicle.command('NAV_TAKEOFF', { frame: 0, params: [0, 0, 0, 0, 0, 0, 8] }), DENIED);
    await fly(vehicle, 8);
    assert.equal(await vehicle.command('DO_CHANGE_ALTITUDE', { params: [10, 3] }), UNSUPPORTED);
    assert.equal(await vehicle.command('COMPONENT_ARM_DISARM', { params: [0] }), FAILED);
    assert.equal(await vehicle.command('DO_REPOSITION', { frame: 6, params: HERE_AT(400) }), FAILED);
    assert.equal(await vehicle.command('DO_REPOSITION', { frame: 6, params: HERE_AT(6) }), ACCEPTED);
    await vehicle.until(() => Math.abs((vehicle.flight.altitude ?? 0) - 6) < 0.5);
    const before = vehicle.flight.kite_heading ?? 0;
    assert.equal(await vehicle.command('CONDITION_YAW', { params: [40, 10, 1, 1] }), ACCEPTED);
    await vehicle.until(() => Math.abs((((vehicle.flight.kite_heading ?? 0) - before + 540) % 360) - 180 - 40) < 4);
    assert.equal(await vehicle.command('DO_SET_MODE', { params: [1, 9] }), ACCEPTED);
    await vehicle.next('HEARTBEAT', ({ custom_mode, type }) => type === MAV_TYPE.QUADROTOR && custom_mode === 9);
    await vehicle.until(() => vehicle.flight.flight_state === 'StandBy');
    // It stays in LAND, which it does not take off from.
    assert.equal(await vehicle.command('COMPONENT_ARM_DISARM', { params: [1] }), ACCEPTED);
    assert.equal(await vehicle.command('NAV_TAKEOFF', { params: [0, 0, 0, 0, 0, 0, 8] }), FAILED);
    assert.equal(await vehicle.command('DO_SET_MODE', { params: [1, 4] }), ACCEPTED);
    await vehicle.next('HEARTBEAT', ({ base_mode, custom_mode, type }) => {
      return type === MAV_TYPE.QUADROTOR && custom_mode === 4 && (base_mode & MAV_MODE_FLAG.SAFETY_ARMED) !== 0;
    });
  });

  it('ends a turn at the heading that was ordered, also where it was ordered during another one', async () => {
    await using vehicle = await FlownVehicle.start('ardupilot');
    await fly(vehicle, 8);
    const heading = () => vehicle.flight.kite_heading ?? 0;
    const isTurned = (from: number, byDeg: number) => Math.abs(((heading() - from + 540) % 360) - 180) > byDeg;
    const first = heading();
    assert.equal(await vehicle.command('CONDITION_YAW', { params: [(first + 90) % 360] }), ACCEPTED);
    for (let passed = 0; !isTurned(first, 20); passed += 1) {
      assert.ok(passed < 100, 'it turns');
      vehicle.station.advance(0.2);
    }
    const wanted = (first + 60) % 360;
    assert.equal(await vehicle.command('CONDITION_YAW', { params: [wanted] }), ACCEPTED);
    await vehicle.until(
      () => vehicle.station.station.topics.camera.value.pan_ned !== undefined && !isTurned(wanted, 2.5),
    );
    vehicle.station.advance(10);
    assert.ok(!isTurned(wanted, 2.5), `${heading()}, ordered ${wanted}`);
  });

  it('lets all senders move its gimbal, whose yaw is one in the frame of the vehicle', async () => {
    await using vehicle = await FlownVehicle.start('ardupilot');
    assert.equal(await vehicle.command('DO_GIMBAL_MANAGER_CONFIGURE', { params: [7, 7, -1, -1, 0, 0, 1] }), ACCEPTED);
    const tilt = { params: [-25, NAN, NAN, NAN, 0, 0, 1] };
    assert.equal(await vehicle.command('DO_GIMBAL_MANAGER_PITCHYAW', tilt), ACCEPTED);
    const { component, fields } = await vehicle.next('GIMBAL_DEVICE_ATTITUDE_STATUS');
    assert.deepEqual([component, fields.gimbal_device_id, fields.flags & 0x60], [1, 1, 0x20]);
  });
});
