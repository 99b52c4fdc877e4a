import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import { StationProcess, TEST_API_KEY } from '@kitestring/lab-testing/station-process.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { type BenchRow, figure } from './result.ts';

const STATIONS = 100;
const MEASURED_S = 20;
/** Lids, checks, and the climb to the height of take-off. */
const TAKE_OFF_S = 25;
const MIB_PER_MB = 1.048576;

interface Listed {
  readonly url: string;
}

/**
 * Cost of a fleet: start, memory and processor of each station, on the ground and in the air, and whether station time
 * keeps pace.
 */
export async function benchFleet(): Promise<BenchRow[]> {
  using temporary = new TestFolder();
  const folder = temporary.path;
  const aloneMib = await residentAlone(join(folder, 'one'));
  return await rows(join(folder, 'many'), aloneMib);
}

const startFleet = (folder: string, size: number) => StationProcess.start({ folder, flags: ['--fleet', String(size)] });

async function residentAlone(folder: string): Promise<number> {
  await using fleet = await startFleet(folder, 1);
  await wait(5);
  return fleet.residentMib;
}

async function rows(folder: string, aloneMib: number): Promise<BenchRow[]> {
  await using fleet = await startFleet(folder, STATIONS);
  const { stations } = JSON.parse(readFileSync(join(folder, 'fleet.json'), 'utf8')) as { stations: Listed[] };
  await wait(5);
  const idlePercent = await processorPercent(fleet);
  await Promise.all(stations.map(takeOff));
  await wait(TAKE_OFF_S);
  const slippedBefore = await slippedSeconds(stations);
  const flyingPercent = await processorPercent(fleet);
  const slippedAfter = await slippedSeconds(stations);
  const slippedS = Math.max(...slippedAfter.map((seconds, index) => seconds - (slippedBefore[index] ?? 0)));
  const eachMb = ((fleet.residentMib - aloneMib) / (STATIONS - 1)) * MIB_PER_MB;
  return [
    row('start until all listen', fleet.startMs / 1000, 's', 20, 'empty data folder: keys and certificates are made'),
    row('memory of one more station, flying', eachMb, 'MB', 20, `(${STATIONS} stations less 1) / ${STATIONS - 1}`),
    row('processor of all, on the ground', idlePercent, '% of a core', 100),
    row('processor of all, flying', flyingPercent, '% of a core', 100),
    figure(`fleet of ${STATIONS}: pace of the slowest, flying`, 100 * (1 - slippedS / MEASURED_S), '% of real time', {
      atLeast: 99,
      note: 'falls when other work takes the processor for longer than a second',
    }),
  ];
}

const row = (name: string, value: number, unit: string, atMost: number, note?: string): BenchRow =>
  figure(`fleet of ${STATIONS}: ${name}`, value, unit, { atMost, note });

async function processorPercent(fleet: StationProcess): Promise<number> {
  const before = fleet.cpuS;
  const startMs = performance.now();
  await wait(MEASURED_S);
  return (100 * (fleet.cpuS - before)) / ((performance.now() - startMs) / 1000);
}

async function takeOff({ url }: Listed): Promise<void> {
  const client = new KitestringClient({ url, key: TEST_API_KEY, platform: nodePlatform(), timeoutMs: 60_000 });
  await client.handoff.requestControl({ operator_name: 'bench' });
  await client.flight.takeOff();
}

/** Simulated time that each station has skipped. @throws Error for a station that is not in the air */
function slippedSeconds(stations: readonly Listed[]): Promise<number[]> {
  return Promise.all(
    stations.map(async ({ url }) => {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      if (gauge(metrics, 'kitestring_airborne') !== 1) throw new Error(`the Kite of ${url} is not in the air`);
      return gauge(metrics, 'kitestring_simulation_slipped_seconds');
    }),
  );
}

const gauge = (metrics: string, name: string): number =>
  Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(metrics)?.[1]);

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
