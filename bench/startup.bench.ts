import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StationProcess, type StationProcessOptions } from '@kitestring/lab-testing/station-process.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { bundleProgram } from '../packages/cli/src/bundle/bundle-program.ts';
import { CURRENT } from '../packages/cli/src/bundle/current-bundle.mjs';
import { rolledFolder } from '../packages/cli/src/libraries/rolled-libraries.mjs';
import { makePackage } from '../scripts/pack/pack-packages.ts';
import { type BenchRow, figure, median } from './result.ts';

const STARTS = 5;
const IDLE_S = 10;
/** By then all that begins by itself has begun. */
const SETTLED_S = 15;

/** All that a user's station has. */
const WHOLE = {
  KITESTRING_CONSOLE_ENABLED: 'true',
  KITESTRING_VIDEO_ENABLED: 'true',
  KITESTRING_VIDEO_RTSP_PORT: '0',
  KITESTRING_VIDEO_RTSPS_PORT: '0',
};

/** Time from the start of the process to the first 200, memory, and what an idle station costs. */
export async function benchStartup(): Promise<BenchRow[]> {
  using temporary = new TestFolder();
  const folder = temporary.path;
  const startsMs = await measuredStarts({ folder });
  return [
    ...rows(startsMs, await idle(folder)),
    ...cloneRows(await warmStarts(), await coldStarts()),
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

async function warmStarts(): Promise<readonly number[]> {
  using temporary = new TestFolder();
  if ((await bundleProgram()) === 'failed') throw new Error('the program could not be bundled');
  return await measuredStarts({ folder: temporary.path, env: WHOLE });
}

/** As after `npm ci`: nothing is bundled or compiled, and the data folder is new. */
async function coldStarts(): Promise<readonly number[]> {
  const caches = [CURRENT, rolledFolder()?.folder].filter((path) => path !== undefined);
  using aside = new DisposableStack();
  for (const path of caches) {
    if (!existsSync(path)) continue;
    const place = `${path.replace(/\/$/, '')}.${process.pid}.aside`;
    renameSync(path, place);
    aside.defer(() => {
      rmSync(path, { recursive: true, force: true });
      renameSync(place, path);
    });
  }
  const startsMs: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    startsMs.push(await firstAnswerMs({ env: { ...WHOLE, NODE_DISABLE_COMPILE_CACHE: '1' } }));
    for (const path of caches) rmSync(path, { recursive: true, force: true });
  }
  return startsMs;
}

const cloneRows = (warmMs: readonly number[], coldMs: readonly number[]): BenchRow[] => [
  figure('start in a clone, with video and console', median(warmMs), 'ms', {
    atMost: 500,
    note: `median of ${warmMs.length}, database and compiled code present`,
  }),
  figure('the same as a first start', median(coldMs), 'ms', {
    atMost: 1200,
    note: `median of ${coldMs.length}, nothing compiled, new data folder`,
  }),
];

/** Starts of the package that a user installs. */
async function packedStarts(): Promise<readonly number[]> {
  using temporary = new TestFolder();
  const folder = temporary.file('kitestring');
  await makePackage('kitestring', folder);
  const launcher = join(folder, 'bin/kitestring.cjs');
  return await measuredStarts({
    launcher,
    folder: temporary.file('data'),
    env: { XDG_CACHE_HOME: temporary.file('cache') },
  });
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
  const { KITESTRING_CONSOLE_ENABLED: _, ...env } = WHOLE;
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
