import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { UniformStream } from '@kitestring/base/random.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import {
  definitionNamed,
  encode,
  type FieldsToSend,
  type MessageName,
  TlogReader,
} from '@kitestring/mavlink-codec/codec.ts';
import {
  describeCamera,
  findGimbalManagers,
  type LinkEvent,
  MavlinkLink,
  MessageIntervals,
  Parameters,
  vehicleLink,
} from '../src/index.ts';
import { LossyLink } from '../src/testing/lossy-link.ts';
import { AUTOPILOT, LineTrial, OURS } from './support/line-trial.ts';

/** Messages that the link and its protocols read. */
const READ: readonly MessageName[] = [
  ...(['HEARTBEAT', 'COMMAND_ACK', 'PARAM_VALUE', 'PARAM_ERROR', 'TIMESYNC', 'STATUSTEXT', 'SYSTEM_TIME'] as const),
  ...([
    'GIMBAL_MANAGER_INFORMATION',
    'GIMBAL_MANAGER_STATUS',
    'CAMERA_INFORMATION',
    'VIDEO_STREAM_INFORMATION',
  ] as const),
];
const NUMBERS = [0, 1, 2, 3, 5, 77, 100, 127];
const TEXTS = ['', 'FENCE_ENABLE', 'rtsp://', '\u0000', 'ä\u001b[2J'];
const [FLOAT, DOUBLE] = [7, 10];

/** A message whose checksum is right and whose content is any, from any sender. */
function hostile(random: UniformStream, sequence: number): Uint8Array {
  const name = random.pick(READ);
  const fields = definitionNamed(name).fields.map(({ kind, length, name: field, size }) => {
    const any = () => {
      if (kind === FLOAT || kind === DOUBLE)
        return random.pick([...NUMBERS, Number.NaN, Number.POSITIVE_INFINITY, -1e38]);
      return size === 8 ? BigInt(random.pick(NUMBERS)) : random.pick(NUMBERS);
    };
    const value = length === 0 ? any() : kind === 0 ? random.pick(TEXTS) : Array.from({ length }, any);
    return [field, value];
  });
  const sender = random.below(3) === 0 ? AUTOPILOT : { system: random.below(256), component: random.below(256) };
  return encode(name, Object.fromEntries(fields) as FieldsToSend[typeof name], { ...sender, sequence: sequence % 256 });
}

describe('a link with hostile messages', () => {
  for (const seed of [1, 2, 3]) {
    it(`ends every order in time, and holds a bounded amount (seed ${seed})`, async () => {
      const random = new UniformStream(seed);
      await using trial = await LineTrial.begin({ seed });
      const [, end] = trial.line.ends;
      const { commands, station } = trial;
      using intervals = new MessageIntervals(station, commands, AUTOPILOT, { ATTITUDE: 10 });
      const orders = Promise.all([
        commands.run({ form: 'Long', target: AUTOPILOT, command: 77, params: [] }),
        describeCamera(station, commands, AUTOPILOT),
        findGimbalManagers(station, commands, [AUTOPILOT, { system: 1, component: 154 }]),
        new Parameters(station, AUTOPILOT, 'Bytes').read(['FENCE_ENABLE', 'OTHER']),
        new Parameters(station, AUTOPILOT, 'Numbers').set('FENCE_ENABLE', 1),
      ]);
      for (let index = 0; index < 20_000; index += 1) {
        end.send(hostile(random, index), 'Order');
        if (index % 100 !== 0) continue;
        intervals.step();
        await trial.run(0.1);
      }
      await trial.settled(orders, 60);
      assert.ok(station.watch.all.length <= 32);
      assert.ok(station.rates.all(trial.clock.nowUs()).length <= 1024);
      assert.ok(station.counts.received > 10_000);
    });
  }
});

const FIXTURES = join(import.meta.dirname, '../../codec/test/fixtures');

describe('a recorded flight', () => {
  for (const [name, autopilot] of [
    ['arducopter', 3],
    ['px4', 12],
  ] as const) {
    it(`of ${name} is one vehicle, of which every packet is taken`, async () => {
      const clock = new VirtualClock();
      const [here, there] = new LossyLink({ clock, seed: 1 }).ends;
      await using link = await MavlinkLink.over(here.open, { ids: { ...OURS, system: 254 }, clock });
      const events: LinkEvent['event'][] = [];
      link.onEvent(({ event }) => void events.push(event));
      const records = new TlogReader().push(readFileSync(join(FIXTURES, `${name}.tlog`)));
      for (const [index, { packet, timeUs }] of records.entries()) {
        there.send(packet.bytes, 'Order');
        clock.advance(Math.max(0, (records[index + 1]?.timeUs ?? timeUs + 1e6) - timeUs) / 1e6);
      }
      assert.ok(records.length > 100);
      const { badChecksums, garbageBytes, received, unknown } = link.counts;
      assert.deepEqual([received, unknown, badChecksums, garbageBytes], [records.length, 0, 0, 0]);
      const vehicle = vehicleLink(link.watch.all);
      assert.equal(vehicle.state === 'Connected' && vehicle.vehicle.heartbeat.autopilot, autopilot);
      assert.ok(!events.includes('IdsShared') && !events.includes('ComponentLost'), String(events));
    });
  }
});
