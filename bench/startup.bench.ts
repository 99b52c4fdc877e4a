import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StationProcess } from '@kitestring/testing/station-process.ts';
import { type BenchRow, median } from './result.ts';

const STARTS = 5;
const IDLE_S = 10;

/** Time from the start of the process to the first 200, memory, and what an idle station costs. */
export async function benchStartup(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kitestring-bench-'));
  try {
    await firstAnswerMs(folder);
    const startsMs: number[] = [];
    for (let start = 0; start < STARTS; start += 1) startsMs.push(await firstAnswerMs(folder));
    return rows(startsMs, await idle(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function firstAnswerMs(folder: string): Promise<number> {
  const startedMs = performance.now();
  await using station = await StationProcess.start({ folder });
  const response = await fetch(`${station.url}/api/v1/health`);
  if (response.status !== 200) throw new Error(`health answered ${response.status}`);
  return performance.now() - startedMs;
}

async function idle(folder: string) {
  await using station = await StationProcess.start({ folder });
  await wait(3);
  const startCpuS = station.cpuS;
  await wait(IDLE_S);
  return { residentMb: station.residentMib, cpuPercent: ((station.cpuS - startCpuS) / IDLE_S) * 100 };
}

const rows = (startsMs: readonly number[], figures: { residentMb: number; cpuPercent: number }): BenchRow[] => [
  {
    name: 'start to the first 200',
    value: median(startsMs),
    unit: 'ms',
    limit: { kind: 'at most', value: 1000 },
    note: `median of ${startsMs.length}, database present`,
  },
  { name: 'resident memory, idle', value: figures.residentMb, unit: 'MiB', limit: { kind: 'at most', value: 150 } },
  { name: 'CPU, idle', value: figures.cpuPercent, unit: '% of a core', limit: { kind: 'at most', value: 5 } },
];

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
