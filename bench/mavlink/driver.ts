import { setImmediate as breath } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { Message } from '@kitestring/mavlink-codec/codec.ts';
import { type BenchRow, figure, percentile } from '../result.ts';
import { DrivenVehicle } from './driven-vehicle.ts';

const WARM_UP_S = 60;
const HOUR_S = 3600;
const TEN_FOR_S = 120;
const ORDERS = 2000;
const KIB = 1024;

/** The driver of real aircraft, on what an autopilot sent in a flight, 300 messages a second. */
export async function benchDriver(recorded: readonly Message[]): Promise<BenchRow[]> {
  return [...(await anHour(recorded)), await tenAircraft(recorded), await orders(recorded)];
}

async function anHour(recorded: readonly Message[]): Promise<BenchRow[]> {
  await using vehicle = await DrivenVehicle.begin(recorded);
  await vehicle.run(WARM_UP_S);
  const beforeKib = heapKib();
  const percent = await cpuPercent(HOUR_S, () => vehicle.run(HOUR_S));
  const grownKib = heapKib() - beforeKib;
  return [
    figure('MAVLink: driver of one aircraft, 300 messages/s', percent, '% of a core', { atMost: 2 }),
    figure('MAVLink: growth of its heap in an hour', grownKib, 'KiB', { atMost: 256 }),
  ];
}

async function tenAircraft(recorded: readonly Message[]): Promise<BenchRow> {
  const clock = new VirtualClock();
  const vehicles = await Promise.all(Array.from({ length: 10 }, () => DrivenVehicle.begin(recorded, clock)));
  const run = async (seconds: number) => {
    for (let tenths = 0; tenths < 10 * seconds; tenths += 1) {
      for (const vehicle of vehicles) vehicle.hear();
      clock.advance(0.1);
      await breath();
    }
  };
  await run(WARM_UP_S);
  const percent = await cpuPercent(TEN_FOR_S, () => run(TEN_FOR_S));
  for (const vehicle of vehicles) await vehicle[Symbol.asyncDispose]();
  return figure('MAVLink: ten aircraft in one process', percent, '% of a core', { atMost: 15 });
}

/** From an order to its packet, while telemetry comes. */
async function orders(recorded: readonly Message[]): Promise<BenchRow> {
  await using vehicle = await DrivenVehicle.begin(recorded);
  await vehicle.run(WARM_UP_S);
  const tookMs: number[] = [];
  for (let order = 0; order < ORDERS; order += 1) {
    const { promise, resolve } = Promise.withResolvers<void>();
    vehicle.onOrder = resolve;
    const beganMs = performance.now();
    vehicle.aircraft.setAltitude(10 + (order % 2));
    vehicle.hear();
    await promise;
    tookMs.push(performance.now() - beganMs);
    vehicle.clock.advance(0.1);
  }
  return figure('MAVLink: order to packet, p99', percentile(tookMs, 99), 'ms', { atMost: 2 });
}

/** Processor time for each second of virtual time. */
async function cpuPercent(seconds: number, run: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { system, user } = process.cpuUsage(before);
  return (system + user) / 1e4 / seconds;
}

setFlagsFromString('--expose-gc');
// Once and for all: the context that it comes from has a size of its own.
const collectGarbage = runInNewContext('gc') as () => void;

/** Memory in use after a full collection, KiB. */
function heapKib(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / KIB;
}
