import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAV_PARAM_TYPE, MAV_RESULT } from '@kitestring/mavlink-codec/enums.ts';
import { AskedVehicle, AUTOPILOT } from './support/asked-vehicle.ts';

async function set(asked: AskedVehicle, param_id: string, param_value: number): Promise<void> {
  const fields = { ...AUTOPILOT, param_id, param_value, param_type: MAV_PARAM_TYPE.INT32 };
  if (param_id.startsWith('NAV_')) asked.ground.sendBytewise('PARAM_SET', fields);
  else asked.send('PARAM_SET', fields);
  await asked.run(0.1);
}

const flightOrders = ({ station }: AskedVehicle) => station.asked.filter((path) => path.startsWith('flight/'));

describe('the failsafe of a vehicle whose ground station is lost', () => {
  it('does nothing unless it is switched on', async () => {
    for (const persona of ['generic', 'px4', 'ardupilot'] as const) {
      await using asked = await AskedVehicle.begin(persona);
      await asked.run(2);
      asked.isGroundThere = false;
      await asked.run(30);
      assert.deepEqual(flightOrders(asked), [], persona);
    }
  });

  it('lands ArduPilot after 5 s, and the landing goes on when the ground station is back', async () => {
    await using asked = await AskedVehicle.begin('ardupilot');
    await set(asked, 'FS_GCS_ENABLE', 5);
    await asked.run(2);
    asked.isGroundThere = false;
    await asked.run(4);
    assert.deepEqual(flightOrders(asked), []);
    await asked.run(3);
    assert.deepEqual(flightOrders(asked), ['flight/control/land']);
    asked.isGroundThere = true;
    await asked.run(3);
    assert.deepEqual(asked.texts, ['GCS Failsafe', 'GCS Failsafe Cleared']);
    assert.deepEqual(flightOrders(asked), ['flight/control/land']);
  });

  it('hears only the ground station that ArduPilot’s parameter names', async () => {
    await using asked = await AskedVehicle.begin('ardupilot');
    const other = await asked.another(77);
    await set(asked, 'FS_GCS_ENABLE', 5);
    await asked.run(2);
    asked.isGroundThere = false;
    other.isGroundThere = true;
    await asked.run(7);
    assert.deepEqual(flightOrders(asked), ['flight/control/land']);
  });

  it('lands PX4 after the loss and the wait, which does not arm without a ground station', async () => {
    await using asked = await AskedVehicle.begin('px4');
    await set(asked, 'NAV_DLL_ACT', 3);
    await asked.run(2);
    asked.isGroundThere = false;
    await asked.run(14);
    assert.deepEqual(flightOrders(asked), []);
    await asked.run(2);
    assert.deepEqual(flightOrders(asked), ['flight/control/land']);
    asked.station.flightNow = { flight_state: 'StandBy', altitude: 0 };
    await asked.run(1);
    const [result] = await asked.order('COMPONENT_ARM_DISARM', { params: [1] });
    assert.equal(result, MAV_RESULT.TEMPORARILY_REJECTED);
    assert.ok(asked.texts.at(-1)?.startsWith('Arming denied: no connection to the ground control station'));
  });
});
