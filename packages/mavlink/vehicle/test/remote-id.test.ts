import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAV_ODID_ARM_STATUS, MAV_ODID_STATUS, MAV_ODID_UA_TYPE, MAV_TYPE } from '@kitestring/mavlink-codec/enums.ts';
import { AskedVehicle } from './support/asked-vehicle.ts';

const SERIAL = '1596F350457791151';
const TO_ALL = { target_system: 0, target_component: 0, id_or_mac: [] };

async function begin(): Promise<AskedVehicle> {
  const asked = await AskedVehicle.begin('generic');
  asked.station.serial = SERIAL;
  asked.station.remoteIdNow = { status: 'OK', error_codes: [] };
  await asked.run(1.2);
  return asked;
}

describe('Remote ID of the vehicle', () => {
  it('tells who it is, where it is and from where it is flown', async () => {
    await using asked = await begin();
    const beat = asked.heard.find((each) => each.name === 'HEARTBEAT' && each.fields.type === MAV_TYPE.ODID);
    assert.equal(beat?.component, 236);
    const { ua_type, uas_id } = asked.last('OPEN_DRONE_ID_BASIC_ID');
    assert.deepEqual(
      [ua_type, Buffer.from(uas_id).toString().replaceAll('\0', '')],
      [MAV_ODID_UA_TYPE.TETHERED_POWERED_AIRCRAFT, SERIAL],
    );
    const place = asked.last('OPEN_DRONE_ID_LOCATION');
    assert.deepEqual(
      [place.latitude, place.longitude, place.height, place.direction, place.horizontal_accuracy, place.status],
      [470_000_000, 80_000_000, 5, 9000, 11, MAV_ODID_STATUS.AIRBORNE],
    );
    assert.equal(asked.last('OPEN_DRONE_ID_ARM_STATUS').status, MAV_ODID_ARM_STATUS.GOOD_TO_ARM);
    const system = asked.last('OPEN_DRONE_ID_SYSTEM');
    assert.deepEqual([system.operator_latitude, system.operator_location_type], [470_000_000, 0]);
    asked.station.operatorNow = { latDeg: 47.001, lonDeg: 8, elevationM: 410 };
    await asked.run(1);
    const reported = asked.last('OPEN_DRONE_ID_SYSTEM');
    assert.deepEqual([reported.operator_latitude, reported.operator_altitude_geo], [470_010_000, 410]);
    assert.equal(reported.operator_location_type, 1);
  });

  it('says why it cannot be armed', async () => {
    await using asked = await begin();
    asked.station.remoteIdNow = { status: 'FAILED', error_codes: ['ERROR_NO_OPERATOR'] };
    await asked.run(1);
    const { error, status } = asked.last('OPEN_DRONE_ID_ARM_STATUS');
    assert.deepEqual([status, error], [MAV_ODID_ARM_STATUS.PRE_ARM_FAIL_GENERIC, 'no operator']);
    assert.equal(asked.last('OPEN_DRONE_ID_LOCATION').status, MAV_ODID_STATUS.REMOTE_ID_SYSTEM_FAILURE);
  });

  it('takes the operator of a ground station into its request for control, and no place that is none', async () => {
    await using asked = await begin();
    const system = {
      ...TO_ALL,
      operator_location_type: 1,
      classification_type: 0,
      category_eu: 0,
      class_eu: 0,
      timestamp: 0,
      area_count: 1,
      area_radius: 0,
      area_ceiling: -1000,
      area_floor: -1000,
      operator_altitude_geo: 415,
    };
    asked.send('OPEN_DRONE_ID_SYSTEM', { ...system, operator_latitude: 471_000_000, operator_longitude: 81_000_000 });
    asked.send('OPEN_DRONE_ID_SYSTEM', { ...system, operator_latitude: 2_000_000_000, operator_longitude: 0 });
    asked.send('OPEN_DRONE_ID_SYSTEM', { ...system, operator_latitude: 0, operator_longitude: 0 });
    asked.send('OPEN_DRONE_ID_OPERATOR_ID', { ...TO_ALL, operator_id_type: 0, operator_id: 'CHE87astrdge12k8' });
    await asked.order('NAV_LAND');
    assert.deepEqual(asked.station.claims, [
      {
        operator_name: 'MAVLink 255',
        regulatory_mode: 'US_REMOTE_ID_STANDARD',
        operator_gps_lat: 47.1,
        operator_gps_lon: 8.1,
        operator_gps_elevation: 415,
      },
    ]);
    await asked.run(1);
    assert.equal(asked.last('OPEN_DRONE_ID_OPERATOR_ID').operator_id, 'CHE87astrdge12k8');
  });

  it('is not there without a transmitter', async () => {
    await using asked = await AskedVehicle.begin('generic');
    await asked.run(2);
    assert.ok(!asked.heard.some(({ name }) => name.startsWith('OPEN_DRONE_ID_')));
  });
});
