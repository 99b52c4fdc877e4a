import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAV_LANDED_STATE, MAV_MODE_FLAG, MAV_RESULT, MAV_TYPE } from '@kitestring/mavlink-codec/enums.ts';
import { FlownVehicle } from './support/flown-vehicle.ts';

const { ACCEPTED, DENIED, TEMPORARILY_REJECTED } = MAV_RESULT;
const NAN = Number.NaN;

describe('the aircraft of a station as a MAVLink vehicle', () => {
  it('is armed, takes off, changes its altitude and lands, by orders that the audit log shows', async () => {
    await using vehicle = await FlownVehicle.start('generic');
    assert.equal(await vehicle.command('COMPONENT_ARM_DISARM', { params: [1] }), ACCEPTED);
    const beat = await vehicle.next('HEARTBEAT', ({ type }) => type === MAV_TYPE.QUADROTOR);
    assert.ok(beat.fields.base_mode & MAV_MODE_FLAG.SAFETY_ARMED);
    assert.equal(vehicle.station.station.topics.handoff.value.controlling_client?.plugin_name, 'MAVLink');

    assert.equal(await vehicle.command('NAV_TAKEOFF', { params: [0, 0, 0, NAN, NAN, NAN, 8] }), ACCEPTED);
    await vehicle.until(() => (vehicle.flight.altitude ?? 0) > 7.5);
    const { fields: position } = await vehicle.next('GLOBAL_POSITION_INT');
    assert.ok(position.relative_alt > 7400 && position.relative_alt < 8600, `${position.relative_alt}`);
    const { fields: home } = await vehicle.next('HOME_POSITION');
    assert.ok(Math.abs(position.alt - home.altitude - position.relative_alt) <= 2);
    const { fields: state } = await vehicle.next('EXTENDED_SYS_STATE');
    assert.equal(state.landed_state, MAV_LANDED_STATE.IN_AIR);

    const hereAt = (altitude: number) => [-1, 1, 0, NAN, NAN, NAN, altitude];
    assert.equal(await vehicle.command('DO_REPOSITION', { frame: 6, params: hereAt(5) }), ACCEPTED);
    await vehicle.until(() => Math.abs((vehicle.flight.altitude ?? 0) - 5) < 0.5);
    const amsl = home.altitude / 1000 + 7;
    assert.equal(await vehicle.command('DO_REPOSITION', { frame: 5, params: hereAt(amsl) }), ACCEPTED);
    await vehicle.until(() => Math.abs((vehicle.flight.altitude ?? 0) - 7) < 0.5);
    assert.equal(await vehicle.command('DO_REPOSITION', { frame: 6, params: hereAt(500) }), DENIED);
    assert.equal(await vehicle.command('DO_REPOSITION', { frame: 6, params: [-1, 1, 0, NAN, 47.9, 8.5, 5] }), DENIED);
    assert.equal(await vehicle.command('COMPONENT_ARM_DISARM', { params: [0] }), DENIED);

    assert.equal(await vehicle.command('NAV_LAND'), ACCEPTED);
    await vehicle.until(() => vehicle.flight.flight_state === 'StandBy');
    await vehicle.next(
      'HEARTBEAT',
      ({ base_mode, type }) => type === MAV_TYPE.QUADROTOR && (base_mode & MAV_MODE_FLAG.SAFETY_ARMED) === 0,
    );
    assert.ok(vehicle.texts.some((text) => text.includes('On a tether')));

    const admin = await vehicle.station.client();
    const { body } = await admin.get('/admin/v1/audit?kind=Command');
    const text = JSON.stringify(body);
    for (const operation of ['take_off', 'altitude', 'land']) assert.ok(text.includes(operation), operation);
  });

  it('refuses what the station refuses, with its reason as a text', async () => {
    await using vehicle = await FlownVehicle.start('generic');
    const { fields: id } = await vehicle.next('OPEN_DRONE_ID_BASIC_ID');
    assert.match(Buffer.from(id.uas_id).toString(), /^[\dA-Z]{8,20}/);
    await vehicle.next('OPEN_DRONE_ID_ARM_STATUS', ({ status }) => status === 0);
    const other = await vehicle.station.client();
    await other.post('handoff/control/request', { operator_name: 'M. Rossi' });
    assert.equal(await vehicle.command('COMPONENT_ARM_DISARM', { params: [1] }), TEMPORARILY_REJECTED);
    await vehicle.next('STATUSTEXT', ({ text }) => text.includes('M. Rossi'), false);
    assert.deepEqual(vehicle.station.station.topics.handoff.value.requesting_clients, []);
    assert.equal(await vehicle.command('NAV_TAKEOFF', { params: [0, 0, 0, NAN, NAN, NAN, 8] }), TEMPORARILY_REJECTED);
    assert.equal(await vehicle.command('DO_FLIGHTTERMINATION', { params: [1] }), DENIED);
  });
});
