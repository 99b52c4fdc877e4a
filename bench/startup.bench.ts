import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchRow, median } from './result.ts';
import { startStation } from './station-process.ts';

const STARTS = 5;
const IDLE_S = 10;

/** Time from the start of the process to the first 200, memory, and what an idle station costs. */
export async function benchStartup(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kitestring-bench-'));
  try {
    await (await startStation({ folder })).stop();
    const startsMs: number[] = [];
    for (let start = 0; start < STARTS; start += 1) {
      const station = await startStation({ folder });
      startsMs.push(station.startMs);
      if (start === STARTS - 1) return rows(startsMs, await idle(station));
      await station.stop();
    }
    return [];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function idle(station: Awaited<ReturnType<typeof startStation>>) {
  await wait(3);
  const startCpuS = station.cpuS();
  await wait(IDLE_S);
  const figures = { residentMb: station.residentMb(), cpuPercent: ((station.cpuS() - startCpuS) / IDLE_S) * 100 };
  await station.stop();
  return figures;
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
