import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StationProcess, type StationProcessOptions } from '@kitestring/lab-testing/station-process.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { makePackage } from '../scripts/pack/pack-packages.ts';
import { type BenchRow, figure, median } from './result.ts';

const STARTS = 5;
const IDLE_S = 10;
/** By then all that begins by itself has begun. */
const SETTLED_S = 15;

/** Time from the start of the process to the first 200, memory, and what an idle station costs. */
export async function benchStartup(): Promise<BenchRow[]> {
  using temporary = new TestFolder();
  const folder = temporary.path;
  const startsMs = await measuredStarts({ folder });
  return [
    ...rows(startsMs, await idle(folder)),
    packedRow(await packedStarts()),
    ...memoryRows(await idleWithVideo(folder)),
  ];
}

/** The first one, which makes database and compiled code, is left out. */
async function measuredStarts(options: StationProcessOptions): Promise<readonly number[]> {
  await firstAnswerMs(options);
  const startsMs: number[] = [];
  for (let start = 0; start < STARTS; start += 1) startsMs.push(await firstAnswerMs(options));
  return startsMs;
}

/** Starts of the package that a user installs. */
async function packedStarts(): Promise<readonly number[]> {
  using temporary = new TestFolder();
  const folder = temporary.file('kitestring');
  await makePackage('kitestring', folder);
  const launcher = join(folder, 'bin/kitestring.cjs');
  return measuredStarts({ launcher, folder: temporary.file('data'), env: { XDG_CACHE_HOME: temporary.file('cache') } });
}

const packedRow = (startsMs: readonly number[]): BenchRow =>
  figure('start of the packed program to the first 200', median(startsMs), 'ms', {
    atMost: 1000,
    note: `median of ${startsMs.length}, database and compiled code present`,
  });

async function firstAnswerMs(options: StationProcessOptions): Promise<number> {
  const startedMs = performance.now();
  await using station = await StationProcess.start(options);
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

interface Memory {
  /** Everything that is in memory for a process, what it shares with others counted in full. */
  readonly residentMib: number;
  /** The same, what is shared counted by share. */
  readonly proportionalMib: number;
}

/** Memory of the server and its media process, without viewers. */
async function idleWithVideo(folder: string): Promise<readonly [server: Memory, media: Memory]> {
  const env = {
    KITESTRING_VIDEO_ENABLED: 'true',
    KITESTRING_VIDEO_RTSP_PORT: '0',
    KITESTRING_VIDEO_RTSPS_PORT: '0',
  };
  await using station = await StationProcess.start({ folder, env });
  await wait(SETTLED_S);
  const child = Number(readFileSync(`/proc/${station.pid}/task/${station.pid}/children`, 'utf8').trim());
  return [memory(station.pid), memory(child)];
}

function memory(pid: number): Memory {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const mib = (name: string) => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(text)?.[1]) / 1024;
  return { residentMib: mib('Rss'), proportionalMib: mib('Pss') };
}

function memoryRows([server, media]: readonly [Memory, Memory]): BenchRow[] {
  const note = (key: keyof Memory) => `server ${server[key].toFixed(0)}, media ${media[key].toFixed(0)}`;
  return [
    figure(
      'memory of server and media process, idle, shared pages counted once',
      server.proportionalMib + media.proportionalMib,
      'MiB',
      { atMost: 150, note: note('proportionalMib') },
    ),
    figure('the same as resident memory, shared pages counted twice', server.residentMib + media.residentMib, 'MiB', {
      note: note('residentMib'),
    }),
  ];
}

const rows = (startsMs: readonly number[], figures: { residentMb: number; cpuPercent: number }): BenchRow[] => [
  figure('start to the first 200', median(startsMs), 'ms', {
    atMost: 1000,
    note: `median of ${startsMs.length}, database present`,
  }),
  figure('resident memory, idle', figures.residentMb, 'MiB', { atMost: 150 }),
  figure('CPU, idle', figures.cpuPercent, '% of a core', { atMost: 5 }),
];

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
