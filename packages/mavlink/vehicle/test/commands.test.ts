import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAV_CMD, MAV_RESULT } from '@kitestring/mavlink-codec/enums.ts';
import { AskedVehicle } from './support/asked-vehicle.ts';

const { ACCEPTED, FAILED, IN_PROGRESS, NOT_IN_CONTROL } = MAV_RESULT;
const TURN = [20, 0, 1, 1];

describe('commands to the vehicle', () => {
  it('are carried out once when they are sent again because their answer was lost', async () => {
    await using asked = await AskedVehicle.begin('generic');
    assert.deepEqual(await asked.order('CONDITION_YAW', { params: TURN }), [ACCEPTED]);
    assert.deepEqual(await asked.order('CONDITION_YAW', { params: TURN, confirmation: 1 }), [ACCEPTED]);
    assert.deepEqual(await asked.order('CONDITION_YAW', { params: TURN, confirmation: 2 }), [ACCEPTED]);
    assert.equal(asked.station.asked.length, 1);
    // Another turn, a second time the same, and a confirmation of one that was long ago.
    await asked.order('CONDITION_YAW', { params: [30, 0, 1, 1], confirmation: 1 });
    await asked.order('CONDITION_YAW', { params: [30, 0, 1, 1] });
    await asked.run(6);
    await asked.order('CONDITION_YAW', { params: [30, 0, 1, 1], confirmation: 1 });
    assert.equal(asked.station.asked.length, 4);
  });

  it('are said to be in progress while the station has not answered, also to one that asks again', async () => {
    await using asked = await AskedVehicle.begin('generic');
    const answered = Promise.withResolvers<void>();
    const { request } = asked.station;
    Object.assign(asked.station, {
      request: async (wanted: Parameters<typeof request>[0]) => {
        await answered.promise;
        return request(wanted);
      },
    });
    assert.deepEqual(await asked.order('NAV_LAND'), []);
    await asked.run(0.4);
    assert.deepEqual(await asked.order('NAV_LAND', { confirmation: 1 }), [IN_PROGRESS]);
    answered.resolve();
    await asked.run(0.1);
    const results = asked.all('COMMAND_ACK').filter(({ command }) => command === MAV_CMD.NAV_LAND);
    assert.deepEqual(
      results.map(({ result }) => result),
      [IN_PROGRESS, IN_PROGRESS, ACCEPTED],
    );
    assert.deepEqual(asked.station.asked, ['flight/control/land']);
  });
});

describe('operator control', () => {
  const request = (allows = 0) => ({ params: [1, allows, 10] });

  it('keeps others from ordering, tells the owner who asks, and ends with a release', async () => {
    await using asked = await AskedVehicle.begin('generic');
    const other = await asked.another(254);
    assert.equal(asked.last('CONTROL_STATUS').gcs_main, 0);
    assert.deepEqual(await asked.order('REQUEST_OPERATOR_CONTROL', request()), [ACCEPTED]);
    assert.deepEqual([asked.last('CONTROL_STATUS').gcs_main, asked.last('CONTROL_STATUS').flags], [255, 1]);
    for (const name of ['NAV_LAND', 'DO_GIMBAL_MANAGER_PITCHYAW'] as const) {
      assert.deepEqual(await other.order(name, { params: [-10, Number.NaN] }), [NOT_IN_CONTROL], name);
    }
    assert.deepEqual(await other.order('DO_GIMBAL_MANAGER_PITCHYAW', { component: 154 }), [NOT_IN_CONTROL]);
    assert.deepEqual(asked.station.asked, []);
    assert.deepEqual(await other.order('REQUEST_OPERATOR_CONTROL', request()), [FAILED]);
    const told = asked.last('COMMAND_LONG');
    assert.deepEqual([told.command, told.param4], [MAV_CMD.REQUEST_OPERATOR_CONTROL, 254]);
    assert.deepEqual(await asked.order('REQUEST_OPERATOR_CONTROL', { params: [0] }), [ACCEPTED]);
    assert.deepEqual(await other.order('NAV_LAND'), [ACCEPTED]);
    assert.equal(asked.last('CONTROL_STATUS').flags, 3);
  });

  it('passes to another where the owner allows it, or has left', async () => {
    await using asked = await AskedVehicle.begin('ardupilot');
    const other = await asked.another(254);
    await asked.order('REQUEST_OPERATOR_CONTROL', request(1));
    assert.deepEqual(await other.order('REQUEST_OPERATOR_CONTROL', request()), [ACCEPTED]);
    assert.equal(asked.last('CONTROL_STATUS').gcs_main, 254);
    assert.deepEqual(await asked.order('NAV_LAND'), [NOT_IN_CONTROL]);
    other.isGroundThere = false;
    await asked.run(6);
    assert.deepEqual(await asked.order('NAV_LAND'), [ACCEPTED]);
  });

  it('is not there on PX4', async () => {
    await using asked = await AskedVehicle.begin('px4');
    assert.deepEqual(await asked.order('REQUEST_OPERATOR_CONTROL', request()), [MAV_RESULT.UNSUPPORTED]);
    assert.deepEqual(asked.all('CONTROL_STATUS'), []);
  });
});
