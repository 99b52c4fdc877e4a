import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { StationProcess } from '@kitestring/lab-testing/station-process.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { type LogMessage, readFlightLog } from '@kitestring/station-flightlog/read';
import { newestOnDiskS } from '@kitestring/station-flightlog/test/support';
import { ZSTD } from '@kitestring/station-flightlog/zstd-codec.ts';

/** Station time. */
const FLOWN_S = 80;
const FLOWN_ON_S = 20;
/** Longest time between two messages of a log. */
const GAP_S = 1;

const authorized = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

async function stationTimeS(station: StationProcess): Promise<number> {
  const text = await (await fetch(`${station.url}/metrics`)).text();
  return Number(/^kitestring_station_time_seconds\S* (\S+)$/m.exec(text)?.[1]);
}

describe('the log of a flight in which the station is killed', () => {
  it('is whole after the next start, but for what was not saved yet', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kitestring-killed-flight-'));
    try {
      const { endedS, savedS } = await endInFlight(folder, 'SIGKILL');
      await recover(folder);
      const { messages, reason } = await readTheOnlyLog(folder);
      assert.match(reason, /^recovered/);
      const lastS = (messages.at(-1)?.timeUs ?? 0) / 1e6;
      assert.ok(lastS <= endedS, 'nothing is of the time after the kill');
      assert.ok(lastS >= savedS, `${(savedS - lastS).toFixed(1)} s of station time are lost that were saved`);
      const telemetry = messages.filter(({ channel }) => channel === 'telemetry');
      const gaps = telemetry.map(({ timeUs }, index) => timeUs - (telemetry[index - 1]?.timeUs ?? timeUs));
      assert.ok(Math.max(...gaps) < GAP_S * 1e6, 'there is no hole in it');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('the log of a flight in which the station is stopped', () => {
  it('is complete when the process has ended', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kitestring-stopped-flight-'));
    try {
      await endInFlight(folder, 'SIGTERM');
      const { messages, reason } = await readTheOnlyLog(folder);
      assert.equal(reason, 'the station stopped');
      assert.ok(messages.length > 1000);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** @returns station time at the end, and that of the newest message of which the disk was known to have it, some time before */
async function endInFlight(folder: string, signal: 'SIGKILL' | 'SIGTERM') {
  await using station = await StationProcess.start({ folder });
  const token = await station.token();
  const command = { method: 'POST', ...authorized(token) };
  await until('the take-off', async () => {
    const { status } = await fetch(`${station.url}/api/v1/flight/control/take_off`, command);
    return status === 202;
  });
  const clock = async (path: string, body: object) => {
    const headers = { ...command.headers, 'content-type': 'application/json' };
    const init = { ...command, headers, body: JSON.stringify(body) };
    assert.equal((await fetch(`${station.url}/sim/v1/clock${path}`, init)).status, 200);
    return stationTimeS(station);
  };
  await clock('', { paused: true });
  const pausedS = await clock('/advance', { seconds: FLOWN_S });
  // It is saved every second by itself.
  const savedS = await until('the save', async () => {
    const lastS = await newestOnDiskS(folder);
    return lastS > pausedS - GAP_S && lastS;
  });
  const endedS = await clock('/advance', { seconds: FLOWN_ON_S });
  await station.end(signal);
  return { endedS, savedS };
}

/** Starts the station once more until it says that the log is recovered. */
async function recover(folder: string): Promise<void> {
  await using station = await StationProcess.start({ folder });
  await station.logged('has been recovered');
}

async function readTheOnlyLog(folder: string): Promise<{ messages: readonly LogMessage[]; reason: string }> {
  const flights = join(folder, 'flights');
  const names = readdirSync(flights);
  assert.equal(names.length, 1, names.join(', '));
  const bytes = readFileSync(join(flights, names[0] ?? ''));
  const messages: LogMessage[] = [];
  const read = async (at: number, length: number) => bytes.subarray(at, at + length);
  const facts = await readFlightLog(
    { size: bytes.length, read },
    { codec: ZSTD, onMessage: (message) => messages.push(message) },
  );
  return { messages, reason: facts.end.get('reason') ?? '' };
}
