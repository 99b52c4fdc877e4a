import { mkdirSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { killAgainAndAgain } from './soak/kills.ts';
import { growthMibPerH } from './soak/slope.ts';
import { SoakStation } from './soak/soak-station.ts';
import { Spectator } from './soak/spectator.ts';

/*
 * `npm run soak [-- --minutes 60] [--folder DIR]`: a station in real time that is flown, watched by two viewers and recorded
 * while its API is asked, and what it takes of the memory, minute by minute. Exit status 1 when it grows, or fails anybody.
 * `npm run soak -- --kills 200 [--seed N]`: kills station and media process with SIGKILL at random moments in its place, and
 * looks after each start whether everything is there that was acknowledged. Exit status 1 when something is lost.
 */

/** A leak of one encoded picture of 15 kB each is 1,500 MiB in an hour; what a warm process gains and loses is a few. */
const MOST_GROWTH_MIB_PER_H = 24;
/** Caches fill, code is compiled: not growth. */
const WARM_UP_SHARE = 0.25;
const POLL_MS = 500;
const MINUTE_MS = 60_000;
const MIB = 2 ** 20;

const COLUMNS = {
  serverRss: 'process_resident_memory_bytes',
  serverHeap: 'nodejs_heap_size_used_bytes',
  mediaRss: 'kitestring_video_process_resident_bytes',
  mediaHeap: 'kitestring_video_process_heap_bytes',
  mediaExternal: 'kitestring_video_process_external_bytes',
} as const;
type Column = keyof typeof COLUMNS;

interface Row {
  readonly minute: number;
  readonly mib: Readonly<Record<Column, number>>;
  readonly pictures: readonly number[];
  readonly restarts: number;
  readonly framesSkipped: number;
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    folder: { type: 'string' },
    kills: { type: 'string' },
    seed: { type: 'string' },
  },
});
const minutes = Number(values.minutes);
if (!(minutes >= 1)) throw new Error(`--minutes must be 1 or more, got ${values.minutes}`);
const folder = values.folder ?? join(tmpdir(), `kitestring-soak-${process.pid}`);
mkdirSync(folder, { recursive: true });
requireSpace();

let failures = 0;
if (values.kills === undefined) await soak();
else await soakKills(Number(values.kills), Number(values.seed ?? Date.now() % 2 ** 31));

async function soak(): Promise<void> {
  await using station = await SoakStation.start(join(folder, 'station'));
  await using color = new Spectator(() => station.address('color'));
  await using thermal = new Spectator(() => station.address('thermal'));
  await takeOff(station);
  await station.post('recordings/control/start');
  const spectators = [color, thermal];
  const rows = await measure(station, spectators);
  await station.post('recordings/control/stop');
  const sum = (field: 'gaps' | 'interruptions') => color[field] + thermal[field];
  conclude(rows, { gaps: sum('gaps'), interruptions: sum('interruptions'), failures });
}

async function soakKills(kills: number, seed: number): Promise<void> {
  if (!(kills >= 1)) throw new Error(`--kills must be 1 or more, got ${values.kills}`);
  console.log(`${kills} kills, seed ${seed}`);
  const acknowledged = await killAgainAndAgain({ kills, folder: join(folder, 'killed'), random: seededRandom(seed) });
  console.log(`nothing acknowledged is lost: ${JSON.stringify(acknowledged)}`);
}

/** Park and Miller: moments need no better randomness, and a seed repeats them. */
function seededRandom(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** An hour of both films is about 3 GB. */
function requireSpace(): void {
  const { bavail, bsize } = statfsSync(folder);
  const neededGib = 1 + minutes * 0.06;
  const freeGib = (bavail * bsize) / 2 ** 30;
  if (freeGib < neededGib)
    throw new Error(`${folder} has ${freeGib.toFixed(1)} GiB free, ${minutes} minutes need ${neededGib}`);
}

/** To a height from which there is much to see. */
async function takeOff(station: SoakStation): Promise<void> {
  await station.post('flight/control/take_off');
  while ((await station.get<{ flight_state: string }>('flight/state')).flight_state !== 'Flying') await after(POLL_MS);
  await station.post('flight/control/altitude', { altitude: 30 });
}

async function measure(station: SoakStation, viewers: readonly Spectator[]): Promise<Row[]> {
  const rows: Row[] = [];
  const beganMs = performance.now();
  console.log(
    ['minute', ...Object.keys(COLUMNS), 'pictures', 'restarts', 'skipped'].map((name) => name.padStart(13)).join(''),
  );
  let before = viewers.map(({ pictures }) => pictures);
  for (let minute = 1; minute <= minutes; minute += 1) {
    await pollUntil(station, beganMs + minute * MINUTE_MS);
    const counts = viewers.map(({ pictures }) => pictures);
    const row = await rowOf(
      station,
      minute,
      counts.map((count, index) => count - (before[index] ?? 0)),
    );
    before = counts;
    rows.push(row);
    print(row);
  }
  return rows;
}

/** Everything that an operator's page asks for, twice a second; zoom and camera move, so that the picture does. */
async function pollUntil(station: SoakStation, endMs: number): Promise<void> {
  for (let turn = 0; performance.now() < endMs; turn += 1) {
    try {
      const paths = ['flight/state', 'camera/state', 'system/state', 'videostreams/color/state', 'recordings/state'];
      await Promise.all(paths.map((path) => station.get(path)));
      if (turn % 20 === 0) await station.post('videostreams/color/control/zoom', { zoom_level: 1 + ((turn / 20) % 4) });
      if (turn % 20 === 10) await station.post('camera/control/rotate_to_angle', { pan_ned: swing(turn) });
      if (turn % 200 === 100) await station.post('handoff/control/request', { operator_name: 'Soak' });
      if (turn % 40 === 5) await station.snapshot('color');
    } catch (fault) {
      failed(fault);
    }
    await after(POLL_MS);
  }
}

/** To and fro: a Kite that turns round and round winds its tether up. */
function swing(turn: number): number {
  return 90 + 60 * Math.sin(turn);
}

async function rowOf(station: SoakStation, minute: number, pictures: readonly number[]): Promise<Row> {
  const metrics = await station.metrics();
  const figure = (name: string) => metrics.get(name) ?? Number.NaN;
  const entries = Object.entries(COLUMNS).map(([column, name]) => [column, figure(name) / MIB] as const);
  return {
    minute,
    mib: Object.fromEntries(entries) as Record<Column, number>,
    pictures,
    restarts: figure('kitestring_video_restarts_total'),
    framesSkipped: figure('kitestring_video_frames_skipped'),
  };
}

function print({ framesSkipped, mib, minute, pictures, restarts }: Row): void {
  const figures = Object.values(mib).map((value) => value.toFixed(1));
  const cells = [String(minute), ...figures, pictures.join('+'), String(restarts), String(framesSkipped)];
  console.log(cells.map((cell) => cell.padStart(13)).join(''));
}

interface Disturbance {
  /** Packets that were lost on the way. */
  readonly gaps: number;
  /** How often a viewer had to come again. */
  readonly interruptions: number;
  /** Requests that failed. */
  readonly failures: number;
}

function conclude(rows: readonly Row[], disturbance: Disturbance): void {
  const warm = rows.filter(({ minute }) => minute > minutes * WARM_UP_SHARE);
  const growth = Object.fromEntries(
    Object.keys(COLUMNS).map((column) => [
      column,
      growthMibPerH(warm.map(({ minute, mib }) => ({ minute, mib: mib[column as Column] }))),
    ]),
  ) as Record<Column, number>;
  const growing = Object.keys(growth).filter((column) => !(growth[column as Column] <= MOST_GROWTH_MIB_PER_H));
  const restarts = rows.at(-1)?.restarts ?? Number.NaN;
  const isUndisturbed = [restarts, ...Object.values(disturbance)].every((count) => count === 0);
  console.log(`\ngrowth after the first ${WARM_UP_SHARE * 100} %, MiB in an hour (at most ${MOST_GROWTH_MIB_PER_H}):`);
  for (const [column, mibPerH] of Object.entries(growth)) console.log(`  ${column.padEnd(14)} ${mibPerH.toFixed(2)}`);
  console.log(growing.length === 0 ? 'memory is flat' : `memory GROWS: ${growing.join(', ')}`);
  console.log(`${isUndisturbed ? 'undisturbed' : 'DISTURBED'}: ${JSON.stringify({ restarts, ...disturbance })}`);
  save({ minutes, growthMibPerH: growth, growing, restarts, ...disturbance, rows });
  process.exitCode = growing.length === 0 && isUndisturbed ? 0 : 1;
}

function save(content: object): void {
  const path = join(import.meta.dirname, 'results', 'soak.json');
  mkdirSync(join(import.meta.dirname, 'results'), { recursive: true });
  writeFileSync(
    path,
    `${JSON.stringify({ at: new Date().toISOString(), node: process.version, ...content }, undefined, 2)}\n`,
  );
  console.log('written to bench/results/soak.json');
}

function failed(fault: unknown): void {
  failures += 1;
  console.log(`failed: ${fault instanceof Error ? fault.message : fault}`);
}
