import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAV_FTP_ERR, MAV_FTP_OPCODE, MAV_MISSION_RESULT, MAV_PARAM_ERROR } from '@kitestring/mavlink-codec/enums.ts';
import { AskedVehicle, AUTOPILOT } from './support/asked-vehicle.ts';

describe('what a ground station asks at each connection', () => {
  it('has no mission, and takes none', async () => {
    await using asked = await AskedVehicle.begin('generic');
    for (const mission_type of [0, 1, 2]) {
      asked.send('MISSION_REQUEST_LIST', { ...AUTOPILOT, mission_type });
      await asked.run(0.1);
      const { count, mission_type: answered } = asked.last('MISSION_COUNT');
      assert.deepEqual([count, answered], [0, mission_type]);
    }
    const { ACCEPTED, INVALID_SEQUENCE, UNSUPPORTED } = MAV_MISSION_RESULT;
    asked.send('MISSION_COUNT', { ...AUTOPILOT, count: 3, mission_type: 0 });
    asked.send('MISSION_CLEAR_ALL', { ...AUTOPILOT, mission_type: 255 });
    asked.send('MISSION_REQUEST_INT', { ...AUTOPILOT, seq: 0, mission_type: 0 });
    await asked.run(0.1);
    const types = asked.all('MISSION_ACK').map(({ type }) => type);
    assert.deepEqual(types, [UNSUPPORTED, ACCEPTED, INVALID_SEQUENCE]);
  });

  it('answers a request for its time, and not the answers of others', async () => {
    await using asked = await AskedVehicle.begin('generic');
    asked.send('TIMESYNC', { tc1: 0n, ts1: 123n, ...AUTOPILOT });
    asked.send('TIMESYNC', { tc1: 5n, ts1: 124n, ...AUTOPILOT });
    await asked.run(0.1);
    const answers = asked.all('TIMESYNC');
    assert.deepEqual(
      answers.map(({ target_component, target_system, ts1 }) => [ts1, target_system, target_component]),
      [[123n, 255, 190]],
    );
    assert.ok((answers[0]?.tc1 ?? 0n) > 0n);
    asked.send('PING', { time_usec: 9n, seq: 4, target_system: 0, target_component: 0 });
    await asked.run(0.1);
    assert.deepEqual(asked.all('PING'), [{ time_usec: 9n, seq: 4, target_system: 255, target_component: 190 }]);
  });

  it('has no logs and no files', async () => {
    await using asked = await AskedVehicle.begin('ardupilot');
    asked.send('LOG_REQUEST_LIST', { ...AUTOPILOT, start: 0, end: 0xffff });
    const open = [7, 0, 0, MAV_FTP_OPCODE.OPENFILERO, 3, 0, 0, 0, 0, 0, 0, 0, 64, 65, 66];
    asked.send('FILE_TRANSFER_PROTOCOL', { ...AUTOPILOT, target_network: 0, payload: open });
    await asked.run(0.1);
    assert.equal(asked.last('LOG_ENTRY').num_logs, 0);
    const { payload } = asked.last('FILE_TRANSFER_PROTOCOL');
    const { NAK, OPENFILERO } = MAV_FTP_OPCODE;
    assert.deepEqual(payload.slice(0, 6), [8, 0, 0, NAK, 1, OPENFILERO]);
    assert.equal(payload[12], MAV_FTP_ERR.UNKNOWNCOMMAND);
  });

  it('keeps a parameter that is set outside of its range, and says so', async () => {
    await using asked = await AskedVehicle.begin('ardupilot');
    const set = (param_id: string, param_value: number) =>
      asked.send('PARAM_SET', { ...AUTOPILOT, param_id, param_value, param_type: 9 });
    const { DOES_NOT_EXIST, VALUE_OUT_OF_RANGE } = MAV_PARAM_ERROR;
    for (const [name, value, kept, error] of [
      ['FENCE_ALT_MAX', 5000, 100, VALUE_OUT_OF_RANGE],
      ['FENCE_ALT_MAX', Number.NaN, 100, VALUE_OUT_OF_RANGE],
      ['FS_GCS_ENABLE', 1.5, 0, VALUE_OUT_OF_RANGE],
    ] as const) {
      set(name, value);
      await asked.run(0.1);
      assert.deepEqual([asked.last('PARAM_VALUE').param_value, asked.last('PARAM_ERROR').error], [kept, error]);
    }
    set('FENCE_ALT_MAX', 60);
    // Names of broken bytes are none.
    set('NO_SUCH', 1);
    set('ÄÄÄÄÄÄÄÄ', 1);
    await asked.run(0.1);
    assert.equal(asked.last('PARAM_VALUE').param_value, 60);
    assert.equal(asked.last('PARAM_ERROR').error, DOES_NOT_EXIST);
  });
});
