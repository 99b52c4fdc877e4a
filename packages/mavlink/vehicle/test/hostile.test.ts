import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { streamStart, UniformStream } from '@kitestring/base/random.ts';
import { definitionNamed, encode, type FieldsToSend, type MessageName } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_CMD } from '@kitestring/mavlink-codec/enums.ts';
import { THERMAL, ZOOM } from './support/asked-station.ts';
import { AskedVehicle } from './support/asked-vehicle.ts';

/** Messages that the vehicle takes, and a few that it does not. */
const NAMES: readonly MessageName[] = [
  ...(['COMMAND_LONG', 'COMMAND_INT', 'SET_MODE', 'SET_POSITION_TARGET_GLOBAL_INT', 'HEARTBEAT', 'PING'] as const),
  ...(['GIMBAL_MANAGER_SET_PITCHYAW', 'GIMBAL_MANAGER_SET_ATTITUDE', 'GIMBAL_MANAGER_SET_MANUAL_CONTROL'] as const),
  ...(['PARAM_REQUEST_LIST', 'PARAM_REQUEST_READ', 'PARAM_SET', 'REQUEST_DATA_STREAM', 'TIMESYNC'] as const),
  ...(['PARAM_EXT_REQUEST_LIST', 'PARAM_EXT_REQUEST_READ', 'PARAM_EXT_SET', 'FILE_TRANSFER_PROTOCOL'] as const),
  ...(['MISSION_COUNT', 'MISSION_REQUEST_LIST', 'MISSION_REQUEST_INT', 'LOG_REQUEST_LIST', 'REQUEST_EVENT'] as const),
  ...(['OPEN_DRONE_ID_SYSTEM', 'OPEN_DRONE_ID_OPERATOR_ID', 'OPEN_DRONE_ID_SYSTEM_UPDATE', 'STATUSTEXT'] as const),
];
const COMMANDS = Object.values(MAV_CMD);
const COMPONENTS = [0, 1, 100, 101, 154, 169, 236];
const NUMBERS = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  0,
  -1,
  1,
  2,
  90,
  3.4e38,
  -3.4e38,
  1e-40,
];

/** A packet whose payload is noise, addressed to the vehicle in most cases. */
function hostilePacket(random: UniformStream, sequence: number): Uint8Array {
  const one = <T>(list: readonly T[]): T => list[Math.floor(random.uniform() * list.length)] as T;
  const name = one(NAMES);
  const values: Record<string, unknown> = {};
  for (const { kind, length, name: field } of definitionNamed(name).fields) {
    const value = () => {
      // As in the codec: text, unsigned and signed integers of one to four bytes, single, 64 bits, double.
      if (kind === 7 || kind === 10) return random.uniform() < 0.5 ? one(NUMBERS) : random.uniform() * 400 - 200;
      if (kind === 8 || kind === 9) return BigInt(Math.floor(random.uniform() * 2 ** 40));
      const bits = kind <= 2 ? 8 : kind <= 4 ? 16 : 32;
      const isSigned = kind === 2 || kind === 4 || kind === 6;
      return Math.floor(random.uniform() * 2 ** bits) - (isSigned ? 2 ** (bits - 1) : 0);
    };
    if (kind === 0)
      values[field] = String.fromCharCode(1 + Math.floor(random.uniform() * 90)).repeat(Math.min(length, 9));
    else values[field] = length === 0 ? value() : Array.from({ length }, value);
  }
  if (random.uniform() < 0.9 && 'target_system' in values) values.target_system = 1;
  if (random.uniform() < 0.9 && 'target_component' in values) values.target_component = one(COMPONENTS);
  if ('command' in values) values.command = one(COMMANDS);
  const header = { system: 1 + Math.floor(random.uniform() * 255), component: 190, sequence };
  const packet = encode(name, values as unknown as FieldsToSend[typeof name], header);
  return random.uniform() < 0.3 ? withBrokenTexts(packet, name) : packet;
}

const HEADER = 10;

/** Texts of bytes that no text has, under a correct checksum. */
function withBrokenTexts(packet: Uint8Array, name: MessageName): Uint8Array {
  const { crcExtra, fields } = definitionNamed(name);
  const broken = packet.slice();
  const end = HEADER + (broken[1] ?? 0);
  for (const { kind, length, offset } of fields) {
    if (kind === 0) broken.fill(0xff, HEADER + offset, Math.min(end, HEADER + offset + length));
  }
  let crc = 0xffff;
  for (const byte of [...broken.subarray(1, end), crcExtra]) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? (crc >> 1) ^ 0x8408 : crc >> 1;
  }
  broken.set([crc & 0xff, crc >> 8], end);
  return broken;
}

describe('the vehicle, against messages of any content', () => {
  for (const persona of ['generic', 'px4', 'ardupilot'] as const) {
    it(`as ${persona}, answers or ignores each, and flies on by the next order`, async () => {
      const seed = 33;
      const random = new UniformStream(streamStart(seed, `hostile ${persona}`));
      const bugs: unknown[] = [];
      await using asked = await AskedVehicle.begin(persona, { onBug: (bug: unknown) => void bugs.push(bug) });
      asked.station.serial = '1596F350457791151';
      asked.station.remoteIdNow = { status: 'OK', error_codes: [] };
      asked.station.shown = [ZOOM, THERMAL];
      await asked.run(6);
      for (let round = 0; round < 60; round += 1) {
        for (let count = 0; count < 50; count += 1) asked.line.ends[1].send(hostilePacket(random, count), 'Order');
        await asked.run(0.1);
      }
      assert.deepEqual(bugs, [], `seed ${seed}`);
      // Those that have taken control are silent by now.
      await asked.run(10);
      const [result] = await asked.order('NAV_LAND');
      assert.equal(result, 0);
    });
  }
});
