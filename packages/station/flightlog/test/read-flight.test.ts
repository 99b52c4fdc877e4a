import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { McapWriter, Opcode, TempBuffer } from '@mcap/core';
import { joined } from '../src/encode/bytes.ts';
import { wholeRecords } from '../src/mcap/read-records.ts';
import { readFlight } from '../src/read/flight.ts';
import { FlightLogFault } from '../src/read/flight-log-fault.ts';
import { ZSTD } from '../src/zstd-codec.ts';
import { byteSource, START_US, stormyFlight, type Written, writtenLog } from './support/written-log.ts';

const read = (bytes: Uint8Array, isIncompleteAllowed = false) =>
  readFlight(byteSource(bytes), { codec: ZSTD, isIncompleteAllowed });

const seconds = (us: number): number => (us - START_US) / 1e6;

const isFault = (code: string, message: RegExp) => (fault: unknown) => {
  assert.ok(fault instanceof FlightLogFault, String(fault));
  assert.equal(fault.code, code);
  assert.match(fault.message, message);
  assert.ok(!fault.message.includes('\n'));
  return true;
};

describe('a flight read from its log', () => {
  it('has its states one after the other', async () => {
    const flight = await read(await writtenLog(stormyFlight()));
    assert.deepEqual(
      flight.states.map(({ fromUs, state, toUs, isOpen }) => [state, seconds(fromUs), seconds(toUs), isOpen]),
      [
        ['StandBy', 0, 3, false],
        ['TakingOff', 3, 6, false],
        ['Flying', 6, 42, false],
        ['SafetyLanding', 42, 58, false],
        ['StandBy', 58, 59.9, true],
      ],
    );
  });

  it('has each notification once, from its begin to its end, with its last words', async () => {
    const { notifications } = await read(await writtenLog(stormyFlight()));
    assert.deepEqual(
      notifications.map(({ fromUs, toUs, shown }) => [seconds(fromUs), seconds(toUs), shown.code]),
      [[38, 50, 30001]],
    );
  });

  it('has every command with its outcome', async () => {
    const { commands } = await read(await writtenLog(stormyFlight()));
    assert.deepEqual(
      commands.map(({ operation, status }) => `${operation} ${status}`),
      ['handoff.control.request 201', 'flight.control.take_off 202', 'flight.control.altitude 400'],
    );
  });

  it('takes a lease that was renewed within a second for one time of control', async () => {
    const of = (name: string | null) => ({
      controlling_client: name === null ? null : { session_id: 's', operator_name: name },
      requesting_clients: [],
    });
    const messages: Written[] = [
      [0, 'telemetry', {}],
      [1, 'handoffState', of('A')],
      [11, 'handoffState', of(null)],
      [11.5, 'handoffState', of('A')],
      [20, 'handoffState', of('B')],
      [25, 'handoffState', of(null)],
      [40, 'handoffState', of('B')],
      [45, 'telemetry', {}],
    ];
    const { control } = await read(await writtenLog(messages));
    assert.deepEqual(
      control.map(({ who, fromUs, toUs }) => [who, seconds(fromUs), seconds(toUs)]),
      [
        ['A (s)', 1, 20],
        ['B (s)', 20, 25],
        ['B (s)', 40, 45],
      ],
    );
  });

  it('has a hazard for as long as it was there', async () => {
    const messages: Written[] = [
      [0, 'telemetry', {}],
      [1, 'hazards', { gs_spool_stuck: false }],
      [5, 'hazards', { gs_spool_stuck: true }],
      [9, 'hazards', { gs_spool_stuck: false }],
    ];
    const { hazards } = await read(await writtenLog(messages));
    assert.deepEqual(
      hazards.map(({ name, fromUs, toUs }) => [name, seconds(fromUs), seconds(toUs)]),
      [['gs_spool_stuck', 5, 9]],
    );
  });
});

/** The first index of a chunk, with the opcode of a message: one bit. */
async function index(bytes: Uint8Array): Promise<Uint8Array> {
  const damaged = bytes.slice();
  for await (const { offset, opcode } of wholeRecords(byteSource(bytes))) {
    if (opcode !== Opcode.MESSAGE_INDEX) continue;
    damaged[offset] = Opcode.MESSAGE;
    return damaged;
  }
  return assert.fail('there is no index');
}

async function shortMessage(bytes: Uint8Array): Promise<Uint8Array> {
  for await (const { offset, opcode } of wholeRecords(byteSource(bytes))) {
    if (opcode !== Opcode.CHUNK) continue;
    return joined([
      bytes.subarray(0, offset),
      Uint8Array.of(Opcode.MESSAGE, 3, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3),
      bytes.subarray(offset),
    ]);
  }
  return assert.fail('there is no chunk');
}

describe('a file that is no whole flight log', () => {
  it('is refused when it is no MCAP file', async () => {
    await assert.rejects(read(new TextEncoder().encode('PNG, perhaps')), isFault('NOT_MCAP', /not an MCAP file/));
    await assert.rejects(read(new Uint8Array(0)), isFault('NOT_MCAP', /empty/));
  });

  it('is refused when it ends in the middle, wherever that is', async () => {
    const bytes = await writtenLog(stormyFlight());
    for (let cut = 9; cut < bytes.length - 1; cut += 97) {
      await assert.rejects(read(bytes.subarray(0, cut)), (fault: unknown) => {
        assert.ok(fault instanceof FlightLogFault, `cut at ${cut}: ${fault}`);
        return true;
      });
    }
    for (let missing = 1; missing <= 8; missing += 1) {
      const last = bytes.subarray(0, bytes.length - missing);
      await assert.rejects(read(last), isFault('UNFINISHED', /ends in the middle/));
    }
    const cut = bytes.subarray(0, bytes.length - 40);
    await assert.rejects(read(cut), isFault('UNFINISHED', /ends in the middle, after byte \d+ of \d+/));
  });

  it('is read as far as it goes when that is asked for', async () => {
    const bytes = await writtenLog(stormyFlight());
    const { facts, samples } = await read(bytes.subarray(0, bytes.length - 40), true);
    assert.equal(facts.isComplete, false);
    assert.equal(samples.length, 600);
  });

  it('is refused when its bytes are damaged', async () => {
    const bytes = (await writtenLog(stormyFlight())).slice();
    // In the middle of the file is the one chunk.
    bytes.fill(0x55, bytes.length / 2, bytes.length / 2 + 8);
    await assert.rejects(read(bytes), (fault: unknown) => fault instanceof FlightLogFault);
  });

  it('is read past a record that one wrong bit makes a message, and past one that is too short', async () => {
    const bytes = (await writtenLog(stormyFlight())).slice();
    for (const make of [index, shortMessage]) {
      const damaged = await make(bytes);
      await assert.rejects(read(damaged), isFault('DAMAGED', /damaged at byte \d+/));
      const { facts, samples, states } = await read(damaged, true);
      assert.deepEqual([facts.isDamaged, facts.isComplete, samples.length, states.length], [true, true, 600, 5]);
    }
  });

  it('is read past a message that is no object', async () => {
    const bytes = await writtenLog([[0.05, 'flightState', null], [0.05, 'hazards', 'all'], ...stormyFlight()]);
    await assert.rejects(read(bytes), isFault('DAMAGED', /damaged at byte \d+/));
    const { facts, states } = await read(bytes, true);
    assert.deepEqual([facts.isDamaged, states.length], [true, 5]);
  });

  it('is refused when nothing is in it', async () => {
    await assert.rejects(read(await writtenLog([])), isFault('NOTHING_IN_IT', /no message/));
  });

  it('is refused when it is the log of something else', async () => {
    const buffer = new TempBuffer();
    const writer = new McapWriter({ writable: buffer });
    await writer.start({ profile: 'ros2', library: 'somebody' });
    const schemaId = await writer.registerSchema({ name: 'a', encoding: 'jsonschema', data: new Uint8Array(0) });
    const channelId = await writer.registerChannel({
      schemaId,
      topic: '/imu',
      messageEncoding: 'json',
      metadata: new Map(),
    });
    const data = new TextEncoder().encode('{}');
    await writer.addMessage({ channelId, sequence: 0, logTime: 1n, publishTime: 1n, data });
    await writer.end();
    await assert.rejects(
      read(buffer.get()),
      isFault('OTHER_MCAP', /no flight log of Kitestring: its topics are \/imu/),
    );
  });
});
