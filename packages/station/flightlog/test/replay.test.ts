import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { getFlightInfo } from '@kitestring/station-contract/flight/operations.ts';
import { Opcode } from '@mcap/core';
import { tailHead } from '../src/mcap/tail.ts';
import { ReplayFault } from '../src/replay/replay-fault.ts';
import { ReplayedStation, type ReplayOptions } from '../src/replay/replayed-station.ts';
import { openShift } from '../src/replay/shift-file.ts';
import { START_US, stormyFlight, writtenLog } from './support/written-log.ts';
import { SHIFT_FACTS, shiftRecords, shiftTime, WINDY_MINUTE, writtenShift } from './support/written-shift.ts';

const folder = new TestFolder();
after(() => folder[Symbol.dispose]());

function written(bytes: Uint8Array, name = 'shift.mcap'): string {
  const file = path.join(folder.path, name);
  writeFileSync(file, bytes);
  return file;
}

/** A replay of the windy minute, by a clock that stands still until it is moved. */
async function played(options: Partial<ReplayOptions> = {}, chunks = WINDY_MINUTE) {
  const clock = new VirtualClock();
  const shift = await openShift(written(await writtenShift(chunks)));
  const replay = new ReplayedStation({
    speed: 1,
    isPaused: false,
    isLooped: false,
    historyLimit: 100,
    ...options,
    shift,
    realTimeClock: clock,
  });
  const atS = () => Math.round((replay.playback.nowUs() - START_US) / 1000) / 1000;
  const heightM = () => replay.flightState().altitude;
  const stop = () => {
    replay.stop();
    shift[Symbol.dispose]();
  };
  return { clock, replay, atS, heightM, [Symbol.dispose]: stop };
}

describe('a replay', () => {
  it('shows each state in its time, as the bytes that were recorded', async () => {
    using it = await played();
    assert.deepEqual([it.atS(), it.heightM()], [0, 0]);
    const states: string[] = [];
    it.replay.topics.get('flight/state')?.onInvalidate(() => states.push(it.replay.flightState().flight_state));
    it.clock.advance(9.5);
    assert.deepEqual([it.atS(), it.heightM()], [9.5, 0.5]);
    it.clock.advance(60);
    assert.deepEqual(states, ['TakingOff', 'Flying', 'Flying', 'Flying', 'Landing', 'StandBy']);
    const { bytes } = it.replay.topics.get('handoff/state') ?? {};
    assert.match(Buffer.from(bytes ?? []).toString(), /^\{"controlling_client":\{"session_id":"s1",/);
  });

  it('pauses at its end, and starts again from the beginning when it is resumed', async () => {
    using it = await played({ speed: 10 });
    it.clock.advance(7);
    const { playback } = it.replay;
    assert.deepEqual([it.atS(), playback.isPaused, playback.isAtEnd], [60, true, true]);
    playback.resume();
    it.clock.advance(2);
    assert.deepEqual([it.atS(), it.heightM()], [20, 20]);
  });

  it('goes on at another speed from where it is, however low, and stands still while it is paused', async () => {
    using it = await played();
    it.clock.advance(10);
    it.replay.playback.speed = 0.1;
    it.clock.advance(30);
    assert.equal(it.atS(), 13);
    it.replay.playback.pause();
    it.clock.advance(30);
    it.replay.playback.speed = 5;
    assert.equal(it.atS(), 13);
    it.replay.playback.resume();
    it.clock.advance(2);
    assert.equal(it.atS(), 23);
  });

  it('starts where it is told, is looped, and says each jump', async () => {
    using it = await played({ startUs: START_US + 55e6, isLooped: true });
    assert.equal(it.heightM(), 5);
    const jumps: number[] = [];
    it.replay.playback.follow({ playTo: () => {}, jumpTo: (us) => jumps.push((us - START_US) / 1e6) });
    it.clock.advance(6);
    assert.deepEqual(jumps, [55, 0]);
    assert.ok(it.atS() >= 0.9 && it.atS() <= 1, String(it.atS()));
  });

  it('has everything right after a jump in either direction: states, notifications, pictures', async () => {
    using it = await played({ isPaused: true });
    const seen = (atS: number) => {
      it.replay.playback.jumpTo(START_US + atS * 1e6);
      const holder = Buffer.from(it.replay.topics.get('handoff/state')?.bytes ?? []).includes('M. Rossi');
      const active = it.replay.notifications.active().map(({ message }) => message);
      return [it.heightM(), holder, active, it.replay.picture('zoom')?.toString()];
    };
    assert.deepEqual(seen(50), [5, true, [], 'second']);
    assert.deepEqual(seen(0), [0, false, [], undefined]);
    assert.deepEqual(seen(35), [30, true, ['The wind is 16 m/s.'], 'first']);
    assert.deepEqual(seen(25), [20, true, ['The wind is 14 m/s.'], 'first']);
  });

  it('begins, changes and ends notifications when they did, and returns each ended one once', async () => {
    using it = await played();
    const { notifications } = it.replay;
    const told: string[] = [];
    notifications.onEvent(({ message, end_time }) =>
      told.push(`${it.atS()} ${message}${end_time === undefined ? '' : ' over'}`),
    );
    const ended: string[] = [];
    let from = notifications.state().to_time;
    for (let second = 0; second < 60; second++) {
      it.clock.advance(1);
      const { notifications: found, to_time } = notifications.history(parseTimestamp(from ?? ''));
      from = to_time;
      ended.push(...found.flatMap(({ end_time }) => end_time ?? []));
    }
    // It was received five seconds after it had ended.
    assert.deepEqual(told, ['20 The wind is 14 m/s.', '30 The wind is 16 m/s.', '40 The wind is 16 m/s. over']);
    assert.deepEqual(ended, [shiftTime(40)]);
  });

  it('takes what is known only from the history to its time, with its begin', async () => {
    const [first = []] = WINDY_MINUTE;
    const late = { severity: 'Info', code: 1, message: 'Late.', begin_time: shiftTime(-30), end_time: shiftTime(4) };
    using it = await played({}, [
      first,
      [
        [20, 'notifications/state', late],
        [20, 'notifications/state', late],
        [20, 'flight/state', {}],
      ],
    ]);
    assert.deepEqual(it.replay.notifications.active(), [
      { severity: 'Info', code: 1, message: 'Late.', begin_time: shiftTime(-30) },
    ]);
    it.clock.advance(20);
    assert.deepEqual(it.replay.notifications.history(0).notifications, [late]);
  });

  it('answers with the documents of its time, before the first with that one', async () => {
    using it = await played();
    assert.deepEqual(it.replay.document('flight.info'), getFlightInfo.replyExample);
    assert.equal(it.replay.document('camera.info'), undefined);
  });

  it('shows no message that is no JSON, and goes on with the next', async () => {
    using it = await played({}, [
      [
        [0, 'flight/state', { flight_state: 'StandBy', altitude: 1 }],
        [1, 'flight/state', '{"altitude":'],
        [2, 'notifications/state', '{}'],
      ],
      [[3, 'flight/state', { flight_state: 'Flying', altitude: 3 }]],
    ]);
    it.clock.advance(2);
    assert.equal(it.heightM(), 1);
    it.clock.advance(2);
    assert.equal(it.heightM(), 3);
    assert.equal(it.replay.loss, '1 messages could not be used');
  });

  it('begins with the first state that there is, where the messages before it are none', async () => {
    for (const none of ['null', '"Flying"', '{']) {
      using it = await played({}, [
        [
          [0, 'flight/state', none],
          [2, 'flight/state', { flight_state: 'Flying', altitude: 2 }],
          [4, 'flight/state', none],
        ],
      ]);
      assert.equal(it.heightM(), 2);
      it.clock.advance(5);
      assert.equal(it.heightM(), 2);
    }
  });
});

describe('a recording that is not whole', () => {
  const lossOf = async (bytes: Uint8Array, name?: string) => {
    using shift = await openShift(written(bytes, name));
    return [shift.loss, (shift.toUs - shift.fromUs) / 1e6];
  };

  it('is played as far as it can be read, wherever it was cut', async () => {
    const whole = await writtenShift(WINDY_MINUTE);
    assert.deepEqual(await lossOf(whole), [undefined, 60]);
    const unfinished = await writtenShift(WINDY_MINUTE, { isWhole: false });
    const lengths = new Set<number>();
    const firstChunk = (await writtenShift(WINDY_MINUTE.slice(0, 1), { isWhole: false })).length;
    for (let length = unfinished.length; length >= firstChunk; length -= 17) {
      const [loss, lengthS] = await lossOf(unfinished.subarray(0, length));
      assert.match(String(loss), /^it ends in the middle, after byte \d+ of \d+$/);
      lengths.add(Number(lengthS));
    }
    assert.deepEqual([...lengths], [60, 30, 10]);
  });

  it('leaves out a damaged piece, and says so', async () => {
    const bytes = await writtenShift(WINDY_MINUTE);
    const end = (await writtenShift(WINDY_MINUTE.slice(0, 2), { isWhole: false })).length;
    bytes[end - 400] = (bytes[end - 400] ?? 0) ^ 0xff;
    const [loss, lengthS] = await lossOf(bytes);
    assert.deepEqual([loss, lengthS], ['1 damaged piece was left out', 60]);
  });

  it('is called damaged where the kind or the length of a piece is, and not cut', async () => {
    const begun = (await writtenShift(WINDY_MINUTE.slice(0, 1), { isWhole: false })).length;
    const second = (await writtenShift(WINDY_MINUTE)).slice();
    const of = (at: number, value: number) => second.with(begun + at, value);
    assert.equal(second[begun], Opcode.CHUNK);
    for (const kind of [Opcode.MESSAGE_INDEX, 0x86])
      assert.deepEqual(await lossOf(of(0, kind)), ['1 damaged piece was left out', 60]);
    const [loss] = await lossOf(of(4, 0xff));
    assert.match(String(loss), /^it is damaged at byte \d+ of \d+: what follows was left out$/);
  });

  it('is called damaged where nothing is left of it', async () => {
    const bytes = (await writtenShift(WINDY_MINUTE.slice(0, 1))).slice();
    const at = (await writtenShift([], { isWhole: false })).length;
    assert.equal(bytes[at], Opcode.CHUNK);
    bytes.fill(0x55, at + 60, at + 70);
    await assert.rejects(openShift(written(bytes)), (fault: unknown) => {
      assert.ok(fault instanceof ReplayFault);
      assert.equal(fault.code, 'DAMAGED');
      assert.match(fault.message, /^no state of a station is left in it: 1 damaged piece was left out/);
      return true;
    });
  });

  it('is whole with the messages beside it, while it is being recorded or after a kill', async () => {
    const begun = await writtenShift(WINDY_MINUTE.slice(0, 1), { isWhole: false });
    written(begun, 'killed.mcap.partial');
    written(Buffer.concat([tailHead(1), shiftRecords(WINDY_MINUTE[1] ?? [])]), 'killed.mcap.tail');
    const file = path.join(folder.path, 'killed.mcap');
    for (const name of [file, `${file}.partial`]) {
      using shift = await openShift(name);
      assert.deepEqual([shift.loss, (shift.toUs - shift.fromUs) / 1e6], [undefined, 30]);
    }
    rmSync(`${file}.tail`);
    using shift = await openShift(file);
    assert.match(shift.loss ?? '', /^it ends in the middle/);
  });
});

describe('a file that is no recording', () => {
  const isFault = (code: string, message: RegExp) => (fault: unknown) => {
    assert.ok(fault instanceof ReplayFault, String(fault));
    assert.equal(fault.code, code);
    assert.match(fault.message, message);
    assert.ok(!fault.message.includes('\n'));
    return true;
  };
  const opening = async (bytes: Uint8Array | Promise<Uint8Array>) => openShift(written(await bytes));

  it('is refused with the reason', async () => {
    const missing = openShift(path.join(folder.path, 'none.mcap'));
    await assert.rejects(missing, isFault('UNREADABLE', /no such file/));
    await assert.rejects(openShift(folder.path), isFault('UNREADABLE', /it is no file|illegal operation/));
    await assert.rejects(opening(new Uint8Array(0)), isFault('NOT_MCAP', /^it is empty$/));
    await assert.rejects(opening(Buffer.from('{"no":"mcap"}')), isFault('NOT_MCAP', /^it is not an MCAP file$/));
    await assert.rejects(
      opening(writtenLog(stormyFlight())),
      isFault('OTHER_MCAP', /log of a flight.*kitestring report/),
    );
    const foreign = writtenShift(WINDY_MINUTE, { facts: { kind: 'bag' } });
    await assert.rejects(opening(foreign), isFault('OTHER_MCAP', /its topics are \/flight\/state, \/camera\/state/));
    await assert.rejects(
      opening(writtenShift([], { facts: SHIFT_FACTS })),
      isFault('NOTHING_IN_IT', /^no state of a station/),
    );
  });

  it('is refused or played, whatever byte of it is another: it never breaks the reader', async () => {
    const whole = await writtenShift(WINDY_MINUTE.slice(0, 1));
    const clock = new VirtualClock();
    for (let at = 0; at < whole.length; at += 41) {
      const bytes = whole.slice();
      bytes[at] = (bytes[at] ?? 0) ^ 0x55;
      try {
        using shift = await opening(bytes);
        const options = { speed: 1, isPaused: true, isLooped: false, historyLimit: 100 };
        new ReplayedStation({ ...options, shift, realTimeClock: clock }).stop();
      } catch (fault) {
        assert.ok(fault instanceof ReplayFault, `byte ${at}: ${String(fault)}`);
      }
    }
  });
});
