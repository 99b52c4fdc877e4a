import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { StationProcess, WIDE_LIMITS } from '@kitestring/testing/station-process.ts';
import autocannon, { type Result } from 'autocannon';
import { type BenchRow, median } from './result.ts';

const PATH = '/api/v1/flight/state';
const ROUNDS = 5;
const ROUND_S = 4;
const CONNECTIONS = 16;

/** `GET flight/state` against a bare server that sends the same bytes, in turn; then the latency at half load. */
export async function benchFlightState(): Promise<BenchRow[]> {
  await using station = await StationProcess.start({ env: WIDE_LIMITS });
  const token = await station.token();
  const peer = await startPeer(station.url, token);
  try {
    return await measure(station.url, peer.url, token);
  } finally {
    peer.stop();
  }
}

async function measure(stationUrl: string, peerUrl: string, token: string): Promise<BenchRow[]> {
  const rates = { station: [] as number[], peer: [] as number[] };
  await load(stationUrl, token, 2);
  await load(peerUrl, token, 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.station.push((await load(stationUrl, token, ROUND_S)).requests.average);
    rates.peer.push((await load(peerUrl, token, ROUND_S)).requests.average);
  }
  const perSecond = median(rates.station);
  const peerPerSecond = median(rates.peer);
  const halfRate = Math.round(perSecond / 2);
  const half = await load(stationUrl, token, 6, halfRate);
  const peerHalf = await load(peerUrl, token, 6, halfRate);
  return [
    { name: 'GET flight/state, station', value: perSecond, unit: 'requests/s' },
    {
      name: 'GET flight/state, bare node:http',
      value: peerPerSecond,
      unit: 'requests/s',
      note: 'same bytes and headers',
    },
    {
      name: 'GET flight/state, station / bare',
      value: perSecond / peerPerSecond,
      unit: '',
      limit: { kind: 'at least', value: 0.8 },
      note: `medians of ${ROUNDS} rounds in turn`,
    },
    {
      name: 'GET flight/state, p99 at half load',
      value: half.latency.p99,
      unit: 'ms',
      limit: { kind: 'at most', value: 5 },
      note: `at ${halfRate} requests/s; mean ${half.latency.average} ms`,
    },
    {
      name: 'bare node:http, p99 at the same load',
      value: peerHalf.latency.p99,
      unit: 'ms',
      note: `mean ${peerHalf.latency.average} ms`,
    },
  ];
}

async function load(url: string, token: string, seconds: number, overallRate?: number): Promise<Result> {
  const result = await autocannon({
    url: `${url}${PATH}`,
    headers: { authorization: `Bearer ${token}` },
    connections: CONNECTIONS,
    duration: seconds,
    ...(overallRate !== undefined && { overallRate }),
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${result.non2xx} not 2xx, ${result.errors} errors`);
  return result;
}

/** A bare server that sends what the station sent just now: the headers that Node adds by itself it adds by itself too. */
async function startPeer(stationUrl: string, token: string): Promise<{ url: string; stop: () => void }> {
  const response = await fetch(`${stationUrl}${PATH}`, { headers: { authorization: `Bearer ${token}` } });
  const headers = Object.fromEntries(response.headers);
  for (const automatic of ['date', 'connection', 'keep-alive']) delete headers[automatic];
  const content = JSON.stringify({ headers, body: await response.text() });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'peer-server.ts'), content]);
  const [url] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: url.toString().trim(), stop: () => child.kill() };
}
