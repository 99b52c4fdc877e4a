import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { StationProcess, WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import { type BenchRow, figure, median, percentile } from '../result.ts';

const ROUNDS = 7;
/** Refusals come once a second. */
const MEASURED_MS = 3000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Waiting times of an API client, one request after the other, milliseconds. */
async function waitsMs(url: string, token: string): Promise<readonly number[]> {
  const headers = { authorization: `Bearer ${token}` };
  const waits: number[] = [];
  for (const endMs = performance.now() + MEASURED_MS; performance.now() < endMs; ) {
    const beganMs = performance.now();
    await (await fetch(`${url}/api/v1/flight/state`, { headers })).text();
    waits.push(performance.now() - beganMs);
  }
  return waits;
}

async function printing(file: string, ...words: readonly string[]): Promise<{ child: ChildProcess; text: string }> {
  const command = [...process.execArgv, join(import.meta.dirname, file), ...words];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [text] = await once(child.stdout, 'data');
  return { child, text: String(text) };
}

async function end(child: ChildProcess): Promise<void> {
  child.kill();
  await once(child, 'close');
}

async function whileFlooded<T>(port: string, measured: () => Promise<T>): Promise<T> {
  const { child } = await printing('flood.ts', port);
  try {
    return await measured();
  } finally {
    await end(child);
  }
}

/**
 * The API of a station whose ONVIF port one client floods, beside the same while that client floods a port of another process, which does
 * nothing but refuse: what is left is the price of the station, without that of a busy machine.
 */
export async function benchFloodedApi(): Promise<BenchRow[]> {
  const port = String(await freePort());
  await using station = await StationProcess.start({
    env: { ...WIDE_LIMITS, KITESTRING_VIDEO_ENABLED: 'true' },
    flags: ['--onvif-port', port],
  });
  const other = await printing('refusing-port.ts');
  const token = await station.token();
  const p99Ms = async () => percentile(await waitsMs(station.url, token), 99);
  await p99Ms();
  const [calmMs, otherMs, floodedMs]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    calmMs.push(await p99Ms());
    otherMs.push(await whileFlooded(other.text, p99Ms));
    floodedMs.push(await whileFlooded(port, p99Ms));
  }
  await end(other.child);
  const ratios = floodedMs.map((ms, round) => ms / (otherMs[round] ?? Number.NaN));
  const shown = [calmMs, otherMs, floodedMs].map((times) => median(times).toFixed(1));
  return [
    figure(
      'API beside a flood of ONVIF requests: 99 of 100 wait, by the same with a flooded port of another process',
      median(ratios),
      '',
      {
        atMost: 1.1,
        note: `${shown[2]} ms, the other ${shown[1]} ms, without a flood ${shown[0]} ms; medians of ${ROUNDS} rounds; after the first refusal`,
      },
    ),
  ];
}
