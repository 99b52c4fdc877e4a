import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { cpuSeconds } from '@kitestring/lab-testing/station-process.ts';

const MIB_PER_MB = 1.048576;

export const secondsSince = (startedMs: number): number => (performance.now() - startedMs) / 1000;

/** Resident memory, MB. */
export const residentMb = (pid: number): number =>
  (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024) * MIB_PER_MB;

/** The one child of a process. */
export const child = (pid: number): number => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());

/** Share of a core that a process takes in so many seconds. */
export async function processorPercent(pid: number, seconds: number): Promise<number> {
  const before = cpuSeconds(pid);
  const startedMs = performance.now();
  await wait(seconds * 1000);
  return (100 * (cpuSeconds(pid) - before)) / secondsSince(startedMs);
}
