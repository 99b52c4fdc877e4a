import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { US_PER_S } from '@kitestring/base/clock.ts';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { RealTimeClock } from '@kitestring/base/real-time-clock.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { Discovery } from '../packages/onvif/src/discovery/discovery.ts';
import { question } from '../packages/onvif/test/support/probe.ts';
import { TestDevice } from '../packages/onvif/test/support/scripted-camera.ts';
import { benchFloodedApi } from './onvif/flooded-api.ts';
import { benchMetadata } from './onvif/metadata-cost.ts';
import { benchMotion } from './onvif/motion-cost.ts';
import { benchPointing } from './onvif/pointing.ts';
import { CONNECTIONS, closeConnections, PROFILE, post, signed } from './onvif/post.ts';
import { type BenchRow, figure, median, percentile, progress } from './result.ts';

/** Few enough in a round that load of the machine comes between rounds, not within one pair. */
const STATUS_REQUESTS = 800;
const STATUS_ROUNDS = 15;
const ROUNDS = 5;
const EVENTS = 100;
const PROBES = 40;
/** Calls of Home Assistant from its dialog to its first picture. */
const ADOPTION = [
  ...['tds:GetCapabilities', 'tds:GetSystemDateAndTime', 'tds:GetDeviceInformation', 'tds:GetNetworkInterfaces'],
  ...['trt:GetServiceCapabilities', 'trt:GetProfiles', `tptz:GetPresets ${PROFILE}`, `tptz:GetPresets ${PROFILE}`],
  ...[
    'tev:CreatePullPointSubscription',
    'tds:GetServices',
    `trt:GetSnapshotUri ${PROFILE}`,
    `trt:GetStreamUri ${PROFILE}`,
  ],
];

/**
 * Requests on a few connections per second of processor time, which other programs of the machine do not take. The time of the camera moves
 * meanwhile, or its limit of requests would be measured.
 */
async function ratePerS(device: TestDevice, port: number, bodies: readonly string[]): Promise<number> {
  const began = process.cpuUsage();
  let next = 0;
  const one = async () => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
      device.station.clock.advance(0.02);
      await post(port, body);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  const { system, user } = process.cpuUsage(began);
  return bodies.length / ((user + system) / US_PER_S);
}

/** The share of the rate of a bare server that reads and answers the same bytes. */
async function benchStatus(): Promise<BenchRow[]> {
  await using device = await TestDevice.start();
  const call = `tptz:GetStatus ${PROFILE}`;
  const answer = await post(device.server.port, signed(device, call));
  const bare = createServer((asked, response) => asked.resume().once('end', () => response.end(answer))).listen(0);
  await once(bare, 'listening');
  const shares: number[] = [];
  const rates: number[] = [];
  // The first ones warm both up: a camera is asked for weeks.
  for (let round = -STATUS_ROUNDS; round < STATUS_ROUNDS; round += 1) {
    const bodies = Array.from({ length: STATUS_REQUESTS }, () => signed(device, call));
    const bareRate = await ratePerS(device, (bare.address() as AddressInfo).port, bodies);
    const rate = await ratePerS(device, device.server.port, bodies);
    // A station keeps the last thousand.
    device.lab.requests.length = 0;
    if (round < 0) continue;
    shares.push(rate / bareRate);
    rates.push(rate);
  }
  bare.closeAllConnections();
  bare.close();
  return [
    figure('GetStatus with WS-UsernameToken, beside a bare node:http with the same bytes', median(shares), '', {
      atLeast: 0.5,
      note: `${CONNECTIONS} connections, ${Math.round(median(rates))} requests in a second of processor time, client in the same process`,
    }),
  ];
}

async function benchAdoption(): Promise<BenchRow[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await using device = await TestDevice.start();
    const bodies = ADOPTION.map((call) => signed(device, call));
    const beganMs = performance.now();
    for (const body of bodies) await post(device.server.port, body);
    times.push(performance.now() - beganMs);
  }
  return [figure(`the ${ADOPTION.length} calls of an adoption`, median(times), 'ms', { atMost: 150 })];
}

async function benchEvents(): Promise<BenchRow[]> {
  await using device = await TestDevice.start();
  const { port } = device.server;
  const created = await post(port, signed(device, 'tev:CreatePullPointSubscription'));
  const path = new URL(/<wsa:Address>(.*?)</.exec(created)?.[1] ?? '').pathname;
  await post(port, signed(device, 'tev:PullMessages'), path);
  const times: number[] = [];
  for (let count = 0; count < EVENTS; count += 1) {
    const pulled = post(port, signed(device, 'tev:PullMessages <Timeout>PT60S</Timeout>'), path);
    await until('the pull to wait', () => device.server.hasWaitingPull || undefined);
    const beganMs = performance.now();
    device.station.isFlying = !device.station.isFlying;
    device.station.tell();
    await pulled;
    times.push(performance.now() - beganMs);
  }
  return [figure('an event to the answer of a waiting pull, 95 of 100', percentile(times, 95), 'ms', { atMost: 50 })];
}

async function benchDiscovery(): Promise<BenchRow[]> {
  const device = () => ({ endpoint: 'urn:uuid:1', scopes: [], addresses: ['http://127.0.0.1/'] });
  const realClock = new RealTimeClock();
  const deps = { device, isDiscoverable: () => true, realClock, log: SILENT_LOG };
  await using discovery = await Discovery.open(deps, { host: '127.0.0.1', port: 0 });
  const socket = createSocket('udp4');
  const times: number[] = [];
  for (let count = 0; count < PROBES; count += 1) {
    const beganMs = performance.now();
    socket.send(question('<Probe/>'), discovery?.port ?? 0, '127.0.0.1');
    await once(socket, 'message');
    times.push(performance.now() - beganMs);
    // The limit of one source.
    await setTimeout(100);
  }
  socket.close();
  return [
    figure('a probe to its match, 95 of 100', percentile(times, 95), 'ms', {
      atMost: 600,
      note: 'of which 0 to 500 ms are the wait of the specification',
    }),
  ];
}

async function benchMemory(): Promise<BenchRow[]> {
  const words = ['--expose-gc', ...process.execArgv, join(import.meta.dirname, 'onvif/idle-memory.ts')];
  const rounds: { readonly idleMiB: number; readonly pullPointsMiB: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push(JSON.parse((await promisify(execFile)(process.execPath, words)).stdout));
  return [
    figure('memory of a device that no client speaks to', median(rounds.map(({ idleMiB }) => idleMiB)), 'MiB', {
      atMost: 10,
      note: 'kept by JavaScript after a collection: its code, its port, its discovery',
    }),
    figure('memory of 32 idle pull points', median(rounds.map(({ pullPointsMiB }) => pullPointsMiB)), 'MiB', {
      atMost: 10,
      note: 'after their first pull; with the connections',
    }),
  ];
}

/** Waiting times of clients of the ONVIF device, and its cost while there are none. */
export async function benchOnvif(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [name, bench] of Object.entries({
    benchStatus,
    benchAdoption,
    benchEvents,
    benchDiscovery,
    benchMemory,
    benchPointing,
    benchMetadata,
    benchMotion,
    benchFloodedApi,
  })) {
    progress(name);
    rows.push(...(await bench()));
  }
  closeConnections();
  return rows;
}
