import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HEADER, received } from '../test/support/packets.ts';
import { decode, encodeBytewiseParam, type Message, Packet, readBytewiseParam } from './codec.ts';
import { MAV_PARAM_TYPE } from './generated/enums.ts';

const NAMES = { param_id: 'NAV_DLL_ACT', param_count: 1, param_index: 0 };

const sent = (param_value: number, param_type: number) =>
  decode(new Packet(encodeBytewiseParam('PARAM_VALUE', { ...NAMES, param_value, param_type }, HEADER)));

describe('bytewise parameters', () => {
  it('keep each integer, also where its bytes are a NaN', () => {
    const { INT32, INT8, REAL32, UINT16, UINT32 } = MAV_PARAM_TYPE;
    const values = [-1, -5_000_000, -8_388_607, 3, 2 ** 31 - 1, -(2 ** 31)].map((value) => [value, INT32] as const);
    for (const [value, type] of [
      ...values,
      [2 ** 32 - 1, UINT32],
      [-7, INT8],
      [65_535, UINT16],
      [0.5, REAL32],
    ] as const)
      assert.equal(readBytewiseParam(sent(value, type) as Message<'PARAM_VALUE'>), value);
  });

  it('write the bytes of the integer in the place of the float', () => {
    const packet = encodeBytewiseParam(
      'PARAM_SET',
      { target_system: 1, target_component: 1, param_id: 'X', param_value: -2, param_type: MAV_PARAM_TYPE.INT32 },
      HEADER,
    );
    assert.equal(Buffer.from(packet).toString('hex', 10, 14), 'feffffff');
  });

  it('are refused outside of their type', () => {
    assert.throws(
      () => sent(2 ** 31, MAV_PARAM_TYPE.INT32),
      /param_value is an integer from -2147483648 to 2147483647/,
    );
    assert.throws(() => sent(0.5, MAV_PARAM_TYPE.INT32), RangeError);
  });

  it('differ from plain ones, of which the field is the value', () => {
    const plain = received('PARAM_VALUE', { ...NAMES, param_value: 3, param_type: MAV_PARAM_TYPE.INT32 });
    assert.equal(plain.fields.param_value, 3);
    assert.notEqual(readBytewiseParam(plain), 3);
  });
});
