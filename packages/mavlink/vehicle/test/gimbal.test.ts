import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAV_RESULT, MAV_WINCH_STATUS_FLAG } from '@kitestring/mavlink-codec/enums.ts';
import { gimbalAttitude } from '@kitestring/mavlink-link';
import { FlownVehicle } from './support/flown-vehicle.ts';

const { ACCEPTED, DENIED, TEMPORARILY_REJECTED, UNSUPPORTED } = MAV_RESULT;
const NAN = Number.NaN;

describe('gimbal and winch of the vehicle', () => {
  it('tilts by an order to the manager, and tells its attitude in the earth frame', async () => {
    await using vehicle = await FlownVehicle.start('generic');
    const heard = vehicle.next('GIMBAL_MANAGER_INFORMATION');
    assert.equal(await vehicle.command('REQUEST_MESSAGE', { params: [280] }), ACCEPTED);
    const { fields: manager } = await heard;
    assert.equal(manager.gimbal_device_id, 154);
    assert.ok(manager.pitch_min < manager.pitch_max);
    const tilt = [-30, NAN, NAN, NAN, 0, 0, 154];
    assert.equal(await vehicle.command('DO_GIMBAL_MANAGER_PITCHYAW', { params: tilt }), ACCEPTED);
    await vehicle.until(() => Math.abs((vehicle.station.station.topics.camera.value.tilt_ned ?? 0) - 30) < 1);
    const { component, fields } = await vehicle.next('GIMBAL_DEVICE_ATTITUDE_STATUS');
    const attitude = gimbalAttitude(fields, 0);
    assert.equal(component, 154);
    assert.ok(Math.abs((attitude?.pitchDeg ?? 0) + 30) < 1.5, JSON.stringify(attitude));
    const pan = vehicle.station.station.topics.camera.value.pan_ned ?? 0;
    assert.ok(
      Math.abs((((attitude?.azimuthDeg ?? 0) - pan + 540) % 360) - 180) < 1.5,
      `${attitude?.azimuthDeg} ${pan}`,
    );
    // A pan needs a Kite that flies.
    const turn = [-30, 90, NAN, NAN, 0, 0, 154];
    assert.equal(await vehicle.command('DO_GIMBAL_MANAGER_PITCHYAW', { params: turn }), TEMPORARILY_REJECTED);
  });

  it('moves by PX4’s manager only after control was taken, and ignores its messages of pitch and yaw', async () => {
    await using vehicle = await FlownVehicle.start('px4');
    const tilt = { params: [-20, NAN, NAN, NAN, 0, 0, 154] };
    assert.equal(await vehicle.command('DO_GIMBAL_MANAGER_PITCHYAW', tilt), DENIED);
    for (const system of [300.5, NAN, -7]) {
      assert.equal(await vehicle.command('DO_GIMBAL_MANAGER_CONFIGURE', { params: [system, 190] }), DENIED);
    }
    assert.equal(
      await vehicle.command('DO_GIMBAL_MANAGER_CONFIGURE', { params: [255, 190, -1, -1, 0, 0, 154] }),
      ACCEPTED,
    );
    const { fields: status } = await vehicle.next('GIMBAL_MANAGER_STATUS');
    assert.deepEqual([status.primary_control_sysid, status.primary_control_compid], [255, 190]);
    const order = { target_system: 1, target_component: 1, flags: 0, gimbal_device_id: 154 };
    const tiltNow = () => vehicle.station.station.topics.camera.value.tilt_ned ?? 0;
    const before = tiltNow();
    vehicle.link.send('GIMBAL_MANAGER_SET_PITCHYAW', {
      ...order,
      pitch: -0.7,
      yaw: NAN,
      pitch_rate: NAN,
      yaw_rate: NAN,
    });
    assert.equal(await vehicle.command('DO_GIMBAL_MANAGER_CONFIGURE', { params: [-1, -1] }), ACCEPTED);
    vehicle.station.advance(3);
    assert.ok(Math.abs(tiltNow() - before) < 1);
    assert.equal(await vehicle.command('DO_GIMBAL_MANAGER_PITCHYAW', tilt), ACCEPTED);
    await vehicle.until(() => Math.abs(tiltNow() - 20) < 1);
  });

  it('tells the line of the winch, which takes no orders', async () => {
    await using vehicle = await FlownVehicle.start('generic');
    const { component, fields } = await vehicle.next('WINCH_STATUS');
    assert.equal(component, 169);
    assert.ok(fields.status & MAV_WINCH_STATUS_FLAG.HEALTHY);
    assert.ok(fields.line_length >= 0 && fields.line_length < 2);
    assert.equal(await vehicle.command('DO_WINCH', { component: 169, params: [1, 1, 5, 0.5] }), DENIED);
    assert.equal(await vehicle.command('DO_WINCH', { params: [1, 1, 5, 0.5] }), UNSUPPORTED);
  });
});
