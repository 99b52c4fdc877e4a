import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type LogMessage, readFlightLog } from '@kitestring/flightlog/read/read-flight-log.ts';
import { ZSTD } from '@kitestring/flightlog/zstd-codec.ts';
import { StationProcess } from '@kitestring/testing/station-process.ts';
import { until } from '@kitestring/testing/until.ts';

const SPEED = 20;
/** The log is saved every second; a machine that is busy with other tests may be late by one more. */
const LOST_MAX_S = 2 * SPEED;

const authorized = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

async function stationTimeS(station: StationProcess): Promise<number> {
  const text = await (await fetch(`${station.url}/metrics`)).text();
  return Number(/^kitestring_station_time_seconds\S* (\S+)$/m.exec(text)?.[1]);
}

describe('the log of a flight in which the station is killed', () => {
  it('is whole after the next start, but for the last second', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kitestring-killed-flight-'));
    try {
      const killedS = await endInFlight(folder, 'SIGKILL');
      await recover(folder);
      const { messages, reason } = await readTheOnlyLog(folder);
      assert.match(reason, /^recovered/);
      const lastS = (messages.at(-1)?.timeUs ?? 0) / 1e6;
      assert.ok(lastS <= killedS + SPEED, 'nothing is of the time after the kill');
      assert.ok(lastS >= killedS - LOST_MAX_S, `${(killedS - lastS).toFixed(1)} s of station time are lost`);
      const telemetry = messages.filter(({ channel }) => channel === 'telemetry');
      const gaps = telemetry.map(({ timeUs }, index) => timeUs - (telemetry[index - 1]?.timeUs ?? timeUs));
      assert.ok(Math.max(...gaps) < 1e6, 'there is no hole in it');
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

/** @returns station time just before the end */
async function endInFlight(folder: string, signal: 'SIGKILL' | 'SIGTERM'): Promise<number> {
  await using station = await StationProcess.start({ folder, flags: ['--sim-speed', String(SPEED)] });
  const token = await station.token();
  const command = { method: 'POST', ...authorized(token) };
  await until('the take-off', async () => {
    const { status } = await fetch(`${station.url}/api/v1/flight/control/take_off`, command);
    return status === 202;
  });
  const takenOffS = await stationTimeS(station);
  const endedS = await until('the flight', async () => {
    const nowS = await stationTimeS(station);
    return nowS > takenOffS + 2 * LOST_MAX_S && nowS;
  });
  await station.end(signal);
  return endedS;
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
