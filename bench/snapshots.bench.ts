import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import { StationProcess, TEST_API_KEY } from '@kitestring/lab-testing/station-process.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { type BenchRow, figure, median } from './result.ts';

const FORKS = 5;
const RESETS = 50;

/** Time to continue a flying station from a file, and to reset it. */
export async function benchSnapshots(): Promise<BenchRow[]> {
  using temporary = new TestFolder();
  const folder = temporary.path;
  await using station = await StationProcess.start({ flags: ['--sim-speed', '20'] });
  await using client = new KitestringClient({ url: station.url, key: TEST_API_KEY, platform: nodePlatform() });
  await client.flight.takeOff();
  await client.sim.advanceClock({ seconds: 600 });
  const { bytes, name } = await client.sim.snapshot({ name: 'flying' });
  const resetsMs: number[] = [];
  for (let count = 0; count < RESETS; count += 1) resetsMs.push(await timeMs(() => client.sim.reset({ name })));
  const file = join(folder, 'flying.snapshot');
  const response = await client.sim.getSnapshotFile({ name });
  writeFileSync(file, new Uint8Array(await response.arrayBuffer()));
  const forksMs: number[] = [];
  for (let count = 0; count < FORKS; count += 1) forksMs.push(await forkMs(file));
  return rows(forksMs, resetsMs, bytes);
}

async function forkMs(file: string): Promise<number> {
  const startedMs = performance.now();
  await using station = await StationProcess.start({ flags: ['--snapshot', file] });
  const response = await fetch(`${station.url}/api/v1/health`);
  if (response.status !== 200) throw new Error(`health answered ${response.status}`);
  return performance.now() - startedMs;
}

async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

const rows = (forksMs: readonly number[], resetsMs: readonly number[], bytes: number): BenchRow[] => [
  figure('station from a snapshot: start of the process to the first 200', median(forksMs), 'ms', {
    atMost: 1000,
    note: `median of ${forksMs.length}`,
  }),
  figure('reset to a snapshot, request to answer', median(resetsMs), 'ms', {
    atMost: 100,
    note: `median of ${resetsMs.length}, longest ${Math.max(...resetsMs).toFixed(0)} ms; ${(bytes / 1024).toFixed(0)} KiB`,
  }),
];
