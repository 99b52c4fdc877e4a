import { readFileSync } from 'node:fs';

const MIB_PER_MB = 1.048576;

export const secondsSince = (startedMs: number): number => (performance.now() - startedMs) / 1000;

/** Resident memory, MB. */
export const residentMb = (pid: number): number =>
  (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024) * MIB_PER_MB;

/** The one child of a process. */
export const childOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
