import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { RTP_CLOCK_HZ } from '@kitestring/video-process/access-unit.ts';
import { scanFile } from '@kitestring/video-process/fmp4/scan.ts';
import { fileSource } from '@kitestring/video-process/record/file-source.ts';
import { type BenchRow, figure, median } from './result.ts';
import { SoakStation } from './soak/soak-station.ts';
import { SoakViewer } from './soak/viewer.ts';

const KILLS = 20;
const KILLS_IN_A_RECORDING = 5;
/** Between two kills, with another phase of the fragment. A process that dies sooner counts as unable to start. */
const LIFE_MS = { least: 2300, more: 37 };
/** Streams of the camera of `SoakStation`; the recordings have the same. */
const STREAMS = ['color', 'thermal'] as const;
const FILMS = ['main.mp4', 'sub.mp4'] as const;

interface Kill {
  /** Until players that retry continuously have pictures of both streams again. */
  readonly backMs: number;
  /** Video that was shown and is not on the disk, the worse of both recordings. */
  readonly lostS: number;
}

/** Time until pictures return after a kill of the media process, and loss of a recording. */
export async function benchMediaKills(): Promise<BenchRow[]> {
  using temporary = new TestFolder();
  const folder = temporary.path;
  await using station = await SoakStation.start(folder);
  const api = new ApiWatch(station);
  const kills = await killAgainAndAgain(station, join(folder, 'recordings'));
  const asked = await api.stop();
  return rows(kills, asked, playable(join(folder, 'recordings')));
}

async function killAgainAndAgain(station: SoakStation, folder: string): Promise<Kill[]> {
  const urls = await Promise.all(STREAMS.map((id) => station.address(id)));
  const kills: Kill[] = [];
  for (let number = 0; number < KILLS; number += 1) {
    if (number % KILLS_IN_A_RECORDING === 0) await station.post('recordings/control/start');
    const viewers = await Promise.all(urls.map(watchAgain));
    await after(LIFE_MS.least + number * LIFE_MS.more);
    const killedMs = performance.now();
    const killedRealTimeMs = Date.now();
    process.kill(station.mediaPid, 'SIGKILL');
    const lostS = await lost(folder, killedRealTimeMs);
    for (const viewer of viewers) viewer[Symbol.dispose]();
    const back = await Promise.all(urls.map(watchAgain));
    const backMs = Math.max(...back.map(({ firstPictureMs }) => firstPictureMs)) - killedMs;
    for (const viewer of back) viewer[Symbol.dispose]();
    kills.push({ backMs, lostS });
    process.stderr.write(`  ${number + 1}: back after ${Math.round(backMs)} ms, lost ${lostS.toFixed(2)} s\n`);
    if ((number + 1) % KILLS_IN_A_RECORDING === 0) await station.post('recordings/control/stop');
  }
  return kills;
}

async function watchAgain(url: URL): Promise<SoakViewer> {
  for (;;) {
    try {
      const viewer = await SoakViewer.watch(url);
      while (viewer.pictures === 0 && viewer.isWatching) await after(2);
      if (viewer.pictures > 0) return viewer;
    } catch {
      // Not there yet.
    }
    await after(10);
  }
}

/** Missing end of the newest recording, before it is continued. */
async function lost(folder: string, killedRealTimeMs: number): Promise<number> {
  const newest = recordingFolders(folder).at(-1) ?? '';
  const missing = await Promise.all(
    FILMS.map(async (film) => {
      await using file = await open(join(folder, newest, film), 'r');
      const { chunks, lastRealTimeMs = 0 } = await scanFile(await fileSource(file));
      const ticks = chunks.at(-1)?.durations.reduce((sum, duration) => sum + duration, 0) ?? 0;
      return (killedRealTimeMs - lastRealTimeMs) / 1000 - ticks / RTP_CLOCK_HZ;
    }),
  );
  return Math.max(...missing);
}

/** Polls the API continuously. */
class ApiWatch {
  #isOver = false;
  readonly #result: Promise<{ requests: number; failures: number; worstMs: number }>;

  constructor(station: SoakStation) {
    this.#result = this.#ask(station);
  }

  stop() {
    this.#isOver = true;
    return this.#result;
  }

  async #ask(station: SoakStation) {
    const result = { requests: 0, failures: 0, worstMs: 0 };
    while (!this.#isOver) {
      const beganMs = performance.now();
      await Promise.all([
        station.get('flight/state'),
        station.get('videostreams'),
        station.get('recordings/state'),
      ]).catch(() => (result.failures += 1));
      result.requests += 3;
      result.worstMs = Math.max(result.worstMs, performance.now() - beganMs);
      await after(10);
    }
    return result;
  }
}

/** From the oldest on; beside them lies the lock of who writes. */
function recordingFolders(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

/** How many films play to their end without a complaint, of how many there are. */
function playable(folder: string): { films: number; play: number; by: string } {
  const films = recordingFolders(folder).flatMap((id) => FILMS.map((film) => join(folder, id, film)));
  const isInstalled = spawnSync('ffprobe', ['-version']).status === 0;
  if (!isInstalled) return { films: films.length, play: Number.NaN, by: 'ffprobe is not installed' };
  const flags = [
    '-v',
    'error',
    '-count_frames',
    '-show_entries',
    'stream=nb_read_frames:format=duration',
    '-of',
    'json',
  ];
  const play = films.filter((film) => {
    const { status, stderr, stdout } = spawnSync('ffprobe', [...flags, film], { encoding: 'utf8' });
    if (status !== 0 || stderr !== '') return false;
    const { format, streams } = JSON.parse(stdout);
    return Number(format.duration) > KILLS_IN_A_RECORDING && Number(streams[0].nb_read_frames) > KILLS_IN_A_RECORDING;
  });
  return { films: films.length, play: play.length, by: 'decoded by ffprobe' };
}

function rows(
  kills: readonly Kill[],
  asked: { requests: number; failures: number; worstMs: number },
  { by, films, play }: ReturnType<typeof playable>,
): BenchRow[] {
  const back = kills.map(({ backMs }) => backMs);
  return [
    figure('pictures are back after a kill, median', median(back), 'ms', { note: `${KILLS} kills` }),
    figure('pictures are back after a kill, worst', Math.max(...back), 'ms', { atMost: 2000 }),
    figure('lost of a recording by a kill, worst', Math.max(...kills.map(({ lostS }) => lostS)), 's', { atMost: 1 }),
    figure('films that play', play, `of ${films}`, { atLeast: films, note: by }),
    figure('requests that failed meanwhile', asked.failures, `of ${asked.requests}`, { atMost: 0 }),
    figure('slowest answer meanwhile', asked.worstMs, 'ms'),
  ];
}
