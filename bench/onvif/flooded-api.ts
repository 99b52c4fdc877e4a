import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { StationProcess, WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import { type BenchRow, figure, median, percentile } from '../result.ts';

const PAIRS = 7;
const REQUESTS = 400;

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
  for (let count = 0; count < REQUESTS; count += 1) {
    const beganMs = performance.now();
    await (await fetch(`${url}/api/v1/flight/state`, { headers })).text();
    waits.push(performance.now() - beganMs);
  }
  return waits;
}

async function whileFlooded<T>(port: number, measured: () => Promise<T>): Promise<T> {
  const words = [...process.execArgv, join(import.meta.dirname, 'flood.ts'), String(port)];
  const flood = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(flood.stdout, 'data');
  try {
    return await measured();
  } finally {
    flood.kill();
    await once(flood, 'close');
  }
}

/** The API of a station whose ONVIF port one client asks without end, beside the same without it, in turn. */
export async function benchFloodedApi(): Promise<BenchRow[]> {
  const port = await freePort();
  await using station = await StationProcess.start({
    env: { ...WIDE_LIMITS, KITESTRING_VIDEO_ENABLED: 'true' },
    flags: ['--onvif-port', String(port)],
  });
  const token = await station.token();
  await waitsMs(station.url, token);
  const [ratios, flooded]: [number[], number[]] = [[], []];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const calmMs = percentile(await waitsMs(station.url, token), 99);
    const floodedMs = percentile(await whileFlooded(port, () => waitsMs(station.url, token)), 99);
    ratios.push(floodedMs / calmMs);
    flooded.push(floodedMs);
  }
  return [
    figure('API beside a flood of ONVIF requests: 99 of 100 wait, with and without', median(ratios), '', {
      atMost: 1.1,
      note: `${median(flooded).toFixed(1)} ms with; medians of ${PAIRS} pairs; after the first 200 requests of the flood`,
    }),
  ];
}
