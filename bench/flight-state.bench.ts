import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import autocannon, { type Result } from 'autocannon';
import { type BenchRow, median } from './result.ts';
import { type StationProcess, startStation } from './station-process.ts';

const PATH = '/api/v1/flight/state';
const ROUNDS = 5;
const ROUND_S = 4;
const CONNECTIONS = 16;

/** `GET flight/state` against a bare server that sends the same bytes, in turn; then the latency at half load. */
export async function benchFlightState(): Promise<BenchRow[]> {
  const station = await startStation();
  try {
    const peer = await startPeer(station);
    try {
      return await measure(station, peer.url);
    } finally {
      peer.stop();
    }
  } finally {
    await station.stop();
  }
}

async function measure(station: StationProcess, peerUrl: string): Promise<BenchRow[]> {
  const rates = { station: [] as number[], peer: [] as number[] };
  await load(station.url, station.token, 2);
  await load(peerUrl, station.token, 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.station.push((await load(station.url, station.token, ROUND_S)).requests.average);
    rates.peer.push((await load(peerUrl, station.token, ROUND_S)).requests.average);
  }
  const perSecond = median(rates.station);
  const peerPerSecond = median(rates.peer);
  const half = await load(station.url, station.token, 6, Math.round(perSecond / 2));
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
    },
  ];
}

function load(url: string, token: string, seconds: number, overallRate?: number): Promise<Result> {
  return autocannon({
    url: `${url}${PATH}`,
    headers: { authorization: `Bearer ${token}` },
    connections: CONNECTIONS,
    duration: seconds,
    ...(overallRate !== undefined && { overallRate }),
  });
}

/** A bare server that sends what the station sent just now: the headers that Node adds by itself it adds by itself too. */
async function startPeer(station: StationProcess): Promise<{ url: string; stop: () => void }> {
  const response = await fetch(`${station.url}${PATH}`, { headers: { authorization: `Bearer ${station.token}` } });
  const headers = Object.fromEntries(response.headers);
  for (const automatic of ['date', 'connection', 'keep-alive']) delete headers[automatic];
  const content = JSON.stringify({ headers, body: await response.text() });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'peer-server.ts'), content]);
  const [url] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: url.toString().trim(), stop: () => child.kill() };
}
