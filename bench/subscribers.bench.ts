import { StationProcess, WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import { WebSocket } from 'ws';
import { type BenchRow, figure, percentile } from './result.ts';

const SUBSCRIBERS = 1000;
const MEASURE_S = 15;
const PER_SECOND = 10;

/** 1,000 subscribers of the flight state, which changes faster than the 10 messages per second that a topic sends. */
export async function benchSubscribers(): Promise<BenchRow[]> {
  await using station = await StationProcess.start({ env: WIDE_LIMITS });
  return await measure(station, await station.token());
}

async function measure(station: StationProcess, token: string): Promise<BenchRow[]> {
  await takeOff(station.url, token);
  const before = station.residentMib;
  const arrivals = new Arrivals();
  const sockets: WebSocket[] = [];
  while (sockets.length < SUBSCRIBERS) {
    sockets.push(...(await Promise.all(Array.from({ length: 50 }, () => subscribe(station.url, token, arrivals)))));
  }
  // While it climbs its altitude, and with it the state, changes with every sample.
  await command(station.url, token, 'altitude', { altitude: 44 });
  await wait(3);
  const startMb = station.residentMib;
  const startCpuS = station.cpuS;
  arrivals.start();
  await wait(MEASURE_S);
  const spreads = arrivals.stop();
  const cpuPercent = ((station.cpuS - startCpuS) / MEASURE_S) * 100;
  const endMb = station.residentMib;
  for (const socket of sockets) socket.terminate();
  const perSecond = arrivals.count / MEASURE_S / SUBSCRIBERS;
  return [
    figure(`${SUBSCRIBERS} subscribers, messages each`, perSecond, '/s', { atLeast: PER_SECOND * 0.95 }),
    figure(`${SUBSCRIBERS} subscribers, delivery p50`, percentile(spreads, 50), 'ms'),
    figure(`${SUBSCRIBERS} subscribers, delivery p99`, percentile(spreads, 99), 'ms', {
      atMost: 50,
      note: 'after the first arrival of the same state',
    }),
    figure(`${SUBSCRIBERS} subscribers, CPU`, cpuPercent, '% of a core', { atMost: 100 }),
    figure(`${SUBSCRIBERS} subscribers, memory each`, ((startMb - before) * 1024) / SUBSCRIBERS, 'KiB'),
    figure(`${SUBSCRIBERS} subscribers, growth in ${MEASURE_S} s`, endMb - startMb, 'MiB', { atMost: 16 }),
  ];
}

/** When each state arrived: a state is the same text for all, so its first arrival is the start of its delivery. */
class Arrivals {
  readonly #firstMs = new Map<string, number>();
  readonly #spreadsMs: number[] = [];
  #running = false;
  count = 0;

  start(): void {
    this.#running = true;
  }

  stop(): readonly number[] {
    this.#running = false;
    return this.#spreadsMs;
  }

  note(text: string): void {
    if (!this.#running) return;
    const nowMs = performance.now();
    const firstMs = this.#firstMs.get(text) ?? nowMs;
    this.#firstMs.set(text, firstMs);
    this.#spreadsMs.push(nowMs - firstMs);
    this.count += 1;
  }
}

function subscribe(stationUrl: string, token: string, arrivals: Arrivals): Promise<WebSocket> {
  const url = `${stationUrl.replace('http', 'ws')}/api/v1/flight/state/subscribe`;
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } });
  socket.on('message', (data) => arrivals.note(String(data)));
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('error', reject);
  });
}

async function takeOff(stationUrl: string, token: string): Promise<void> {
  await command(stationUrl, token, 'take_off');
  await wait(20);
}

async function command(stationUrl: string, token: string, name: string, body?: unknown): Promise<void> {
  const response = await fetch(`${stationUrl}/api/v1/flight/control/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (response.status !== 202) throw new Error(`${name} answered ${response.status}: ${await response.text()}`);
}

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
