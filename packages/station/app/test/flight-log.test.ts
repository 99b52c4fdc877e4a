import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { ChannelName } from '@kitestring/station-flightlog/channels';
import { type LogMessage, readFlightLog } from '@kitestring/station-flightlog/read';
import { newestOnDiskS } from '@kitestring/station-flightlog/test/support';
import { FlightLog } from '@kitestring/station-flightlog/write';
import { ZSTD } from '@kitestring/station-flightlog/zstd-codec.ts';
import { startTestStation, TEST_KEY, type TestStation } from './support/test-station.ts';

const CONTROL = { operator_name: 'M. Rossi' };

async function read(
  path: string,
): Promise<{ messages: LogMessage[]; facts: Awaited<ReturnType<typeof readFlightLog>> }> {
  const bytes = readFileSync(path);
  const messages: LogMessage[] = [];
  const source = { size: bytes.length, read: async (at: number, length: number) => bytes.subarray(at, at + length) };
  const facts = await readFlightLog(source, { codec: ZSTD, onMessage: (message) => messages.push(message) });
  return { messages, facts };
}

const values = (messages: readonly LogMessage[], channel: ChannelName) =>
  messages.filter((message) => message.channel === channel).map(({ value }) => value as Record<string, unknown>);

/** Up to 20 m and down again; by then its log is complete. */
async function fly(station: TestStation): Promise<string> {
  const client = await station.client();
  station.advance(15);
  assert.equal((await client.post('handoff/control/request', CONTROL)).status, 201);
  assert.equal((await client.post('flight/control/take_off')).status, 202);
  station.advance(25);
  assert.equal((await client.post('flight/control/altitude', { altitude: 20 })).status, 202);
  assert.equal((await client.post('flight/control/altitude', { altitude: 99 })).status, 400);
  station.advance(40);
  assert.equal((await client.post('flight/control/land')).status, 202);
  station.advance(100);
  const { flightLog } = station.running;
  assert.equal(flightLog.current, undefined, 'the flight is over');
  await flightLog.finish();
  assert.ok(flightLog.lastFinished);
  return flightLog.lastFinished;
}

const calm = { seed: 4, windSpeedMps: 3, turbulence: 'light' } as const;

describe('the log of a flight', () => {
  describe('that is read', () => {
    let station: TestStation;
    let path: string;
    before(async () => {
      station = await startTestStation({ simulation: calm });
      path = await fly(station);
    });
    after(() => station[Symbol.asyncDispose]());

    it('begins at least 10 s before the take-off and ends after the landing', async () => {
      assert.match(path, /flights\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.mcap$/);
      const { facts, messages } = await read(path);
      const states = messages
        .filter(({ channel }) => channel === 'flightState')
        .map(({ timeUs, value }) => ({ timeUs, state: (value as { flight_state: string }).flight_state }));
      const order = states.map(({ state }) => state).filter((state, index, all) => state !== all[index - 1]);
      assert.deepEqual(order, ['StandBy', 'TakingOff', 'Flying', 'Landing', 'StandBy']);
      const takeOff = states.find(({ state }) => state === 'TakingOff');
      assert.ok((takeOff?.timeUs ?? 0) - (messages[0]?.timeUs ?? 0) >= 10e6);
      assert.equal(facts.end.get('reason'), 'landed');
      assert.equal(facts.end.get('messages_lost'), '0');
      assert.equal(facts.flight.get('start_reason'), 'take-off');
    });

    it('holds telemetry and the truth 5 times a second, in order of time', async () => {
      const { messages } = await read(path);
      const lengthS = ((messages.at(-1)?.timeUs ?? 0) - (messages[0]?.timeUs ?? 0)) / 1e6;
      assert.ok(Math.abs(values(messages, 'telemetry').length / lengthS - 5) < 0.2);
      assert.ok(Math.abs(values(messages, 'truth').length / lengthS - 5) < 0.2);
      const times = messages.map(({ timeUs }) => timeUs);
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
      );
      const highest = Math.max(
        ...values(messages, 'telemetry').map(({ altitude_m: altitude }) => Number(altitude ?? 0)),
      );
      assert.ok(Math.abs(highest - 20) < 2, `${highest} m`);
    });

    it('says who commanded what, and what became of it', async () => {
      const { messages } = await read(path);
      const commands = values(messages, 'commands').map((it) => [
        it.operation,
        it.plugin_name,
        it.session,
        it.body,
        it.status,
        it.error_code,
      ]);
      assert.deepEqual(commands, [
        ['handoff.control.request', 'first', 'session-1', CONTROL, 201, undefined],
        ['flight.control.take_off', 'first', 'session-1', undefined, 202, undefined],
        ['flight.control.altitude', 'first', 'session-1', { altitude: 20 }, 202, undefined],
        ['flight.control.altitude', 'first', 'session-1', { altitude: 99 }, 400, 'ALTITUDE_ABOVE_HARD_MAX'],
        ['flight.control.land', 'first', 'session-1', undefined, 202, undefined],
      ]);
      const holders = values(messages, 'handoffState').map(({ controlling_client: holder }) => holder as object | null);
      const { last_change: _, ...holder } = (holders.find((it) => it !== null) ?? {}) as Record<string, unknown>;
      assert.deepEqual(holder, { plugin_name: 'first', session_id: 'session-1', operator_name: 'M. Rossi' });
    });

    it('names no token, no key, no id of a session or plugin, no folder', async () => {
      const text = JSON.stringify([(await read(path)).messages, [...(await read(path)).facts.flight]]);
      for (const secret of [TEST_KEY, station.dataDir]) assert.ok(!text.includes(secret), secret);
      assert.doesNotMatch(text, /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/, 'ids of sessions and plugins are UUIDs');
    });
  });

  it('ends with a reset to a snapshot; the next one says that it begins with a restored flight', async () => {
    await using station = await startTestStation({ simulation: calm });
    const { flightLog, snapshots } = station.running;
    const client = await station.client();
    station.advance(15);
    assert.equal((await client.post('flight/control/take_off')).status, 202);
    station.advance(25);
    snapshots.take('up');
    station.advance(10);
    const before = flightLog.current ?? assert.fail();
    await snapshots.reset('up');
    station.advance(10);
    const after = (await flightLog.finish()) ?? assert.fail();
    assert.notEqual(after, before);
    assert.equal((await read(before)).facts.end.get('reason'), 'the station was reset to a snapshot');
    const { facts, messages } = await read(after);
    assert.equal(facts.flight.get('start_reason'), 'in the air, restored from a snapshot');
    assert.equal(values(messages, 'flightState')[0]?.flight_state, 'Flying');
  });

  it('takes note of refused commands: without the scope, with wrong input', async () => {
    await using station = await startTestStation({ simulation: calm });
    const log = join(station.dataDir, 'mine.mcap');
    station.advance(1);
    station.running.flightLog.startNow(log);
    const reader = await station.client('read');
    const pilot = await station.client();
    await reader.post('flight/control/land');
    await pilot.post('flight/control/altitude', { altitude: 'high' });
    await station.stranger().post('flight/control/land');
    station.advance(1);
    assert.equal(await station.running.flightLog.finish(), log);
    const commands = values((await read(log)).messages, 'commands');
    assert.deepEqual(
      commands.map(({ operation, body, status, error_code: code }) => ({ operation, body, status, code })),
      [
        { operation: 'flight.control.land', body: undefined, status: 403, code: 'INSUFFICIENT_SCOPE' },
        { operation: 'flight.control.altitude', body: undefined, status: 400, code: 'INVALID_REQUEST' },
      ],
    );
  });

  it('has each notification with its begin and end, and each fault', async () => {
    await using station = await startTestStation({ simulation: calm });
    const log = join(station.dataDir, 'mine.mcap');
    station.advance(2);
    station.running.flightLog.startNow(log);
    station.running.world.aircraft.faults.inject({ type: 'gps_loss', at: 1, duration: 20 });
    station.advance(40);
    await station.running.flightLog.finish();
    const { messages } = await read(log);
    const events = values(messages, 'notifications').filter(({ event }) => event !== 'active' && event !== 'change');
    const codes = [...new Set(events.map(({ code }) => code))];
    assert.ok(codes.length > 0, 'the loss is told');
    for (const code of codes) {
      assert.deepEqual(
        events.filter((it) => it.code === code).map(({ event }) => event),
        ['begin', 'end'],
        String(code),
      );
    }
    assert.deepEqual(
      values(messages, 'faults').map(({ type, status }) => [type, status]),
      [
        ['gps_loss', 'scheduled'],
        ['gps_loss', 'active'],
        ['gps_loss', 'expired'],
      ],
    );
  });

  it('is the same, byte by byte, for the same seed and commands', async () => {
    const logs: Buffer[] = [];
    for (let run = 0; run < 2; run++) {
      await using station = await startTestStation({ simulation: calm, start: { realTimeClock: new VirtualClock() } });
      logs.push(readFileSync(await fly(station)));
    }
    assert.ok((logs[0]?.length ?? 0) > 50_000);
    assert.ok(logs[0]?.equals(logs[1] as Buffer));
  });

  it('is another one for another seed', async () => {
    const logs: Buffer[] = [];
    for (const seed of [4, 5]) {
      const simulation = { ...calm, seed };
      await using station = await startTestStation({ simulation, start: { realTimeClock: new VirtualClock() } });
      logs.push(readFileSync(await fly(station)));
    }
    assert.ok(!logs[0]?.equals(logs[1] as Buffer));
  });

  it('goes on when the computer of the station restarts in flight', async () => {
    await using station = await startTestStation({ simulation: calm });
    const client = await station.client();
    station.advance(2);
    await client.post('flight/control/take_off');
    station.advance(20);
    station.running.world.aircraft.faults.inject({ type: 'ground_station_reboot' });
    station.advance(120);
    await station.running.settled();
    const path = await station.running.flightLog.finish();
    assert.ok(path !== undefined);
    const { messages } = await read(path);
    const states = values(messages, 'flightState').map((it) => it.flight_state);
    assert.deepEqual(
      states.filter((state, index) => state !== states[index - 1]),
      ['StandBy', 'TakingOff', 'Flying', 'Unknown', 'Flying'],
    );
    assert.equal(readdirSync(join(station.dataDir, 'flights')).length, 1);
  });

  it('has on the disk, each second by real time, all that it has: a kill loses no more', async () => {
    const realTimeClock = new VirtualClock();
    await using station = await startTestStation({ simulation: calm, start: { realTimeClock } });
    const client = await station.client();
    station.advance(15);
    assert.equal((await client.post('flight/control/take_off')).status, 202);
    const { clock } = station.running.world;
    const missingS = async () => clock.nowUs() / 1e6 - (await newestOnDiskS(station.dataDir));
    for (const _ of [1, 2]) {
      station.advance(5);
      await station.running.flightLog.flush();
      assert.ok((await missingS()) > 1, 'nothing has been written yet');
      realTimeClock.advance(1);
      await station.running.flightLog.flush();
      assert.ok((await missingS()) < 0.25, 'all is there');
    }
  });

  it('is finished when the station stops in flight', async () => {
    await using station = await startTestStation({ simulation: calm });
    const client = await station.client();
    station.advance(1);
    await client.post('flight/control/take_off');
    station.advance(20);
    const path = station.running.flightLog.current ?? '';
    await station.running.stop();
    const { facts } = await read(path);
    assert.equal(facts.end.get('reason'), 'the station stopped');
    assert.deepEqual(readdirSync(join(station.dataDir, 'flights')), [path.split('/').at(-1)]);
  });
});

describe('a log that was asked for', () => {
  it('begins at once, goes on over a landing, and ends when it is told', async () => {
    await using station = await startTestStation({ simulation: calm });
    const log = join(station.dataDir, 'scenario.mcap');
    station.running.flightLog.startNow(log);
    assert.equal(station.running.flightLog.current, log);
    const client = await station.client();
    station.advance(5);
    await client.post('flight/control/take_off');
    station.advance(20);
    await client.post('flight/control/land');
    station.advance(100);
    assert.equal(station.running.flightLog.current, log);
    assert.equal(await station.running.flightLog.finish(), log);
    assert.equal((await read(log)).facts.flight.get('start_reason'), 'requested');
    assert.equal(existsSync(join(station.dataDir, 'flights')), false);
  });

  it('holds the states at its beginning, also where nothing else is recorded', async () => {
    await using station = await startTestStation({
      simulation: calm,
      flightLog: { isOn: false, maxFiles: 1, maxBytes: 1 },
    });
    const log = join(station.dataDir, 'scenario.mcap');
    station.advance(30);
    station.running.flightLog.startNow(log);
    station.advance(1);
    await station.running.flightLog.finish();
    const { messages } = await read(log);
    const atOnce = messages.filter(({ timeUs }) => timeUs === messages[0]?.timeUs).map(({ channel }) => channel);
    for (const channel of ['flightState', 'systemState', 'handoffState'] as const)
      assert.ok(atOnce.includes(channel), channel);
    assert.ok(values(messages, 'telemetry').length >= 4);
  });

  it('loses nothing of twenty minutes that pass at once', async () => {
    await using station = await startTestStation({ simulation: calm });
    const log = join(station.dataDir, 'long.mcap');
    station.running.flightLog.startNow(log);
    for (let minute = 0; minute < 20; minute++) {
      station.advance(60);
      await station.running.flightLog.flush();
    }
    await station.running.flightLog.finish();
    const { facts, messages } = await read(log);
    assert.equal(facts.end.get('messages_lost'), '0');
    assert.ok(Math.abs(values(messages, 'telemetry').length - 6000) <= 10);
  });
});

describe('recording that is off, or fails', () => {
  it('writes nothing when it is switched off', async () => {
    await using station = await startTestStation({
      simulation: calm,
      flightLog: { isOn: false, maxFiles: 1, maxBytes: 1 },
    });
    const client = await station.client();
    station.advance(1);
    await client.post('flight/control/take_off');
    station.advance(20);
    assert.equal(station.running.flightLog.current, undefined);
    assert.equal(existsSync(join(station.dataDir, 'flights')), false);
  });

  it('ends with what it has when the recording itself breaks, and the station goes on', async () => {
    const off = { isOn: false, maxFiles: 1, maxBytes: 1 };
    await using station = await startTestStation({ simulation: calm, flightLog: off });
    const { clock, aircraft } = station.running.world;
    const end = clock.nowUs() + 10e6;
    const truth = () => {
      if (clock.nowUs() > end) throw new Error('the truth is not to be had');
      return aircraft.truth();
    };
    const errors: string[] = [];
    const log = { ...SILENT_LOG, error: (_: object, message: string) => errors.push(message) };
    const settings = { ...off, isOn: true };
    const flightLog = new FlightLog({
      clock,
      simulated: { truth, faults: () => [] },
      settings,
      folder: join(station.dataDir, 'broken'),
      facts: {},
      realTimeClock: new VirtualClock(),
      log,
    });
    const letGo = flightLog.attach(station.station);
    const path = join(station.dataDir, 'broken.mcap');
    flightLog.startNow(path);
    station.advance(30);
    letGo();
    await flightLog.stop();
    assert.deepEqual(errors, ['a flight log cannot be written; the flight continues without it']);
    const { facts, messages } = await read(path);
    assert.equal(facts.end.get('reason'), 'the recording broke');
    assert.ok(Math.abs(values(messages, 'truth').length - 50) <= 1, 'the ten seconds before it broke');
    assert.equal(station.station.topics.flight.value.flight_state, 'StandBy');
  });

  it('never disturbs the flight: it says so, and the Kite flies on', async () => {
    await using station = await startTestStation({ simulation: calm });
    // A file where the folder should be: nothing can be written.
    writeFileSync(join(station.dataDir, 'flights'), '');
    const client = await station.client();
    station.advance(1);
    assert.equal((await client.post('flight/control/take_off')).status, 202);
    station.advance(1);
    await station.running.flightLog.flush();
    station.advance(20);
    assert.equal(station.station.topics.flight.value.flight_state, 'Flying');
    const active = station.station.notifications.active();
    assert.deepEqual(
      active.filter(({ code }) => code === 10080).map(({ parameters }) => parameters),
      [{ reason: 'EEXIST' }],
    );
    assert.ok(station.log.some(({ level, message }) => level === 'error' && message.includes('flight log')));
  });
});
