import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { type BenchRow, figure, median } from './result.ts';
import { lostS, playable } from './soak/films.ts';
import { SoakStation } from './soak/soak-station.ts';
import { SoakViewer } from './soak/viewer.ts';

const KILLS = 20;
const KILLS_IN_A_RECORDING = 5;
/** Between two kills, with another phase of the fragment. A process that dies sooner counts as unable to start. */
const LIFE_MS = { least: 2300, more: 37 };
/** Streams of the camera of `SoakStation`. */
const STREAMS = ['color', 'thermal'] as const;

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
  return rows(kills, asked, playable(join(folder, 'recordings'), KILLS_IN_A_RECORDING));
}

async function killAgainAndAgain(station: SoakStation, folder: string): Promise<Kill[]> {
  const urls = await Promise.all(STREAMS.map((id) => station.address(id)));
  const kills: Kill[] = [];
  let recordedMs = 0;
  for (let number = 0; number < KILLS; number += 1) {
    if (number % KILLS_IN_A_RECORDING === 0) {
      await station.post('recordings/control/start');
      recordedMs = Date.now();
    }
    const viewers = await Promise.all(urls.map(watchAgain));
    await after(LIFE_MS.least + number * LIFE_MS.more);
    const killedMs = performance.now();
    const killedRealTimeMs = Date.now();
    process.kill(station.mediaPid, 'SIGKILL');
    const lost = await lostS(folder, killedRealTimeMs, recordedMs);
    for (const viewer of viewers) viewer[Symbol.dispose]();
    const back = await Promise.all(urls.map(watchAgain));
    const backMs = Math.max(...back.map(({ firstPictureMs }) => firstPictureMs)) - killedMs;
    for (const viewer of back) viewer[Symbol.dispose]();
    kills.push({ backMs, lostS: lost });
    process.stderr.write(`  ${number + 1}: back after ${Math.round(backMs)} ms, lost ${lost.toFixed(2)} s\n`);
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

function rows(
  kills: readonly Kill[],
  asked: { requests: number; failures: number; worstMs: number },
  { by, most, play }: ReturnType<typeof playable>,
): BenchRow[] {
  const back = kills.map(({ backMs }) => backMs);
  return [
    figure('pictures are back after a kill, median', median(back), 'ms', { note: `${KILLS} kills` }),
    figure('pictures are back after a kill, worst', Math.max(...back), 'ms', { atMost: 2000 }),
    figure('lost of a recording by a kill, worst', Math.max(...kills.map(({ lostS }) => lostS)), 's', { atMost: 1 }),
    figure('films that play', play, `of ${most}`, { atLeast: most, note: by }),
    figure('requests that failed meanwhile', asked.failures, `of ${asked.requests}`, { atMost: 0 }),
    figure('slowest answer meanwhile', asked.worstMs, 'ms'),
  ];
}
