import { StationProcess, WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import { WebSocket } from 'ws';
import { type BenchRow, figure, median } from './result.ts';

const HANDSHAKES = 118;
const ROUNDS = 5;
/** The highest speed: no machine keeps up with it. */
const SATURATED_SPEED = '1000';
const LIMIT_MS = 2000;

/**
 * Waiting time of clients that connect at once: with an idle simulation, and with one that wants the whole processor.
 */
export async function benchHandshakes(): Promise<BenchRow[]> {
  const idleMs = await lastAnsweredMs([]);
  const saturatedMs = await lastAnsweredMs(['--sim-speed', SATURATED_SPEED]);
  const name = `${HANDSHAKES} WebSocket handshakes at once, all answered`;
  const note = `medians of ${ROUNDS} rounds`;
  return [
    figure(name, idleMs, 'ms', { note }),
    figure(`${name}, simulation saturated`, saturatedMs, 'ms', {
      atMost: LIMIT_MS,
      note: `wants ${SATURATED_SPEED} times real time`,
    }),
  ];
}

async function lastAnsweredMs(flags: readonly string[]): Promise<number> {
  await using station = await StationProcess.start({ flags, env: WIDE_LIMITS });
  const token = await station.token();
  const rounds: number[] = [];
  while (rounds.length < ROUNDS) rounds.push(await round(station.url, token));
  return median(rounds);
}

async function round(stationUrl: string, token: string): Promise<number> {
  const url = `${stationUrl.replace('http', 'ws')}/api/v1/flight/state/subscribe`;
  const startMs = performance.now();
  const sockets = await Promise.all(Array.from({ length: HANDSHAKES }, () => opened(url, token)));
  const tookMs = performance.now() - startMs;
  for (const socket of sockets) socket.terminate();
  return tookMs;
}

function opened(url: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('error', reject);
  });
}
