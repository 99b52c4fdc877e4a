import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import { RequestJournal } from '@kitestring/lab-request-journal/request-journal.ts';
import { cpuSeconds, StationProcess, TEST_API_KEY, WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import { WireFaults } from '@kitestring/lab-wire-faults/wire-faults.ts';
import { WIRE_FAULTS_MAX } from '@kitestring/station-contract/sim/wire-fault.ts';
import autocannon, { type Result } from 'autocannon';
import { type BenchRow, figure, median } from './result.ts';

const PATH = '/api/v1/flight/state';
const ROUNDS = 7;
const ROUND_S = 3;
const IDLE_S = 5;
const CONNECTIONS = 16;
/** Pairs of rounds without and with the journal: short and many, because other work disturbs some. */
const JOURNAL_ROUNDS = 25;
const JOURNAL_ROUND_S = 1;

/** Servers that send the same bytes for the same request. */
interface Server {
  readonly url: string;
  readonly pid: number;
}

/** Results of the rounds with one server. */
interface Rounds {
  /** Idle processor time of the server, seconds per second: the simulation always flies. */
  readonly idle: number;
  readonly perSecond: number[];
  /** Processor time of the server beyond that, microseconds a request. */
  readonly costUs: number[];
}

/**
 * `GET flight/state` compared with bare node:http and plain Fastify, which send the same bytes, in turn. The load
 * generator limits requests per second, but not processor time. The station also answers while faults of other requests
 * are set.
 */
export async function benchFlightState(): Promise<BenchRow[]> {
  await using station = await StationProcess.start({ env: WIDE_LIMITS });
  const token = await station.token();
  const answer = await answerOf(station.url, token);
  await using bare = await Peer.start('bare', answer);
  await using fastify = await Peer.start('fastify', answer);
  const servers = { station, bare, fastify };
  for (const { url } of Object.values(servers)) await load(url, token, 2);
  await using client = new KitestringClient({ url: station.url, key: TEST_API_KEY, platform: nodePlatform() });
  const idle = await idleOf(station);
  const of = { station: noRounds(idle), bare: noRounds(0), fastify: noRounds(0), faulted: noRounds(idle) };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of ['station', 'bare', 'fastify'] as const) await runRound(servers[name], token, of[name]);
    await setOtherFaults(client);
    await runRound(station, token, of.faulted);
    await client.sim.removeWireFaults();
  }
  return [
    ...costRows(of),
    ...faultRows(of),
    ...rateRows(of),
    ...(await latencyRows(servers, token, median(of.station.perSecond))),
    ...(await journalRows(station, token, idle)),
  ];
}

type Measured = Readonly<Record<'station' | 'bare' | 'fastify' | 'faulted', Rounds>>;

/** The maximum number of wire faults, none of which matches the measured request. */
async function setOtherFaults({ sim }: KitestringClient): Promise<void> {
  for (let index = 0; index < WIRE_FAULTS_MAX; index += 1) {
    await sim.addWireFault({ type: 'latency', operation: 'flight.info' });
  }
}

const CHECKS = 20_000_000;

const STILL_CLOCK = { nowUs: () => 0, schedule: () => () => {} };

/** Time of the check of each request for a disabled function, nanoseconds. */
function checkNs(isSet: () => boolean): number {
  let set = 0;
  const startMs = performance.now();
  for (let index = 0; index < CHECKS; index += 1) if (isSet()) set += 1;
  if (set > 0) throw new Error('it is off');
  return ((performance.now() - startMs) / CHECKS) * 1e6;
}

function faultRows({ station, faulted }: Measured): BenchRow[] {
  const name = 'faults between station and clients';
  const faults = new WireFaults({ clock: STILL_CLOCK, realTimeClock: STILL_CLOCK });
  const isSet = () => faults.current !== undefined;
  const ns = Math.min(checkNs(isSet), checkNs(isSet), checkNs(isSet));
  const shareOf = (us: number) => (ns / (us * 1000)) * 100;
  return [
    figure(`${name}: none set, share of GET flight/state`, shareOf(median(station.costUs)), '%', {
      atMost: 0.1,
      note: `${ns.toFixed(2)} ns a request`,
    }),
    figure(
      `${name}: ${WIRE_FAULTS_MAX} set for other operations / none, processor time`,
      median(faulted.costUs.map((us, round) => us / (station.costUs[round] ?? Number.NaN))),
      '',
    ),
  ];
}

const noRounds = (idle: number): Rounds => ({ idle, perSecond: [], costUs: [] });

async function idleOf({ pid }: Server): Promise<number> {
  const beforeS = cpuSeconds(pid);
  await new Promise((resolve) => setTimeout(resolve, IDLE_S * 1000));
  return (cpuSeconds(pid) - beforeS) / IDLE_S;
}

async function runRound({ url, pid }: Server, token: string, rounds: Rounds, seconds = ROUND_S): Promise<void> {
  const beforeS = cpuSeconds(pid);
  const result = await load(url, token, seconds);
  const usedS = cpuSeconds(pid) - beforeS - rounds.idle * result.duration;
  rounds.costUs.push((usedS / result.requests.total) * 1e6);
  rounds.perSecond.push(result.requests.average);
}

function costRows({ station, bare, fastify }: Measured): BenchRow[] {
  const unit = 'us/request';
  const name = 'GET flight/state, processor time';
  return [
    figure(`${name}, station`, median(station.costUs), unit, {
      note: `beyond the ${(station.idle * 100).toFixed(1)} % of a core when idle; medians of ${ROUNDS} rounds in turn`,
    }),
    figure(`${name}, bare node:http`, median(bare.costUs), unit, { note: 'same bytes and headers' }),
    figure(`${name}, plain Fastify`, median(fastify.costUs), unit, { note: 'same bytes and headers' }),
    figure(
      `${name}, bare / station`,
      median(bare.costUs.map((us, round) => us / (station.costUs[round] ?? Number.NaN))),
      '',
      { atLeast: 0.85 },
    ),
  ];
}

function rateRows({ station, bare }: Measured): BenchRow[] {
  const unit = 'requests/s';
  return [
    figure('GET flight/state, station', median(station.perSecond), unit),
    figure('GET flight/state, bare node:http', median(bare.perSecond), unit),
  ];
}

async function latencyRows(servers: Readonly<Record<'station' | 'bare', Server>>, token: string, perSecond: number) {
  const halfRate = Math.round(perSecond / 2);
  const half = await load(servers.station.url, token, 6, halfRate);
  const bareHalf = await load(servers.bare.url, token, 6, halfRate);
  return [
    figure('GET flight/state, p99 at half load', half.latency.p99, 'ms', {
      atMost: 5,
      note: `at ${halfRate} requests/s; mean ${half.latency.average} ms`,
    }),
    figure('bare node:http, p99 at the same load', bareHalf.latency.p99, 'ms', {
      note: `mean ${bareHalf.latency.average} ms`,
    }),
  ] satisfies BenchRow[];
}

/** The same requests without and with the journal, in turn: off, on, on, off, so that drift cancels out. */
async function journalRows(station: StationProcess, token: string, idle: number): Promise<BenchRow[]> {
  const of = { off: noRounds(idle), on: noRounds(idle) };
  for (let round = 0; round < JOURNAL_ROUNDS; round += 1) {
    for (const state of round % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const)) {
      await switchJournal(station.url, token, state);
      await runRound(station, token, of[state], JOURNAL_ROUND_S);
    }
  }
  await switchJournal(station.url, token, 'off');
  const journal = new RequestJournal({ clock: STILL_CLOCK, realTimeClock: STILL_CLOCK, faults: () => [] });
  const isOn = () => journal.isOn;
  const ns = Math.min(checkNs(isOn), checkNs(isOn), checkNs(isOn));
  const unit = 'us/request';
  const note = `medians of ${JOURNAL_ROUNDS} rounds in turn`;
  return [
    figure('GET flight/state, processor time, journal off', median(of.off.costUs), unit, { note }),
    figure('journal of requests: off, share of GET flight/state', (ns / (median(of.off.costUs) * 1000)) * 100, '%', {
      atMost: 2,
      note: `${ns.toFixed(2)} ns a request`,
    }),
    figure('GET flight/state, processor time, journal on', median(of.on.costUs), unit, { note }),
    figure(
      'GET flight/state, processor time, journal on / off',
      median(of.on.costUs.map((us, round) => us / (of.off.costUs[round] ?? Number.NaN))),
      '',
      { atMost: 1.02 },
    ),
    figure(
      'GET flight/state, requests/s, journal on / off',
      median(of.on.perSecond.map((rate, round) => rate / (of.off.perSecond[round] ?? Number.NaN))),
      '',
      { note: 'the load generator takes the other core' },
    ),
  ];
}

async function switchJournal(url: string, token: string, state: 'off' | 'on'): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/sim/v1/journal`, { method: state === 'on' ? 'POST' : 'DELETE', headers });
  if (!response.ok) throw new Error(`${url}/sim/v1/journal: ${response.status}`);
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

/** The current response of the station; a peer adds the headers that Node adds. */
async function answerOf(stationUrl: string, token: string): Promise<string> {
  const response = await fetch(`${stationUrl}${PATH}`, { headers: { authorization: `Bearer ${token}` } });
  const headers = Object.fromEntries(response.headers);
  for (const automatic of ['date', 'connection', 'keep-alive', 'content-length']) delete headers[automatic];
  return JSON.stringify({ path: PATH, headers, body: await response.text() });
}

class Peer implements Server, AsyncDisposable {
  readonly #child: ChildProcess;
  readonly url: string;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  static async start(kind: 'bare' | 'fastify', answer: string): Promise<Peer> {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'peer-server.ts'), kind, answer]);
    const [url] = (await once(child.stdout, 'data')) as [Buffer];
    return new Peer(child, url.toString().trim());
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill();
  }
}
