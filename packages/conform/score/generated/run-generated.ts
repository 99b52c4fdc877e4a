import { seededStation } from '../seeded-station.ts';
import { generatedDefects } from './all-generated.ts';
import { Examiner } from './examiner.ts';
import { type GeneratedDefect, isCounted, sampled } from './generated-defect.ts';

/** Number of generated defects caught. For the set that is only counted, no names are kept. */
export interface GeneratedScore {
  readonly lookedAt: Share;
  readonly counted: Share;
}

export interface Share {
  readonly caught: number;
  readonly all: number;
}

interface GeneratedRun {
  /** At most so many defects. */
  readonly most: number;
  /** Substrings of ids to select defects; for the visible set only. */
  readonly only: readonly string[];
  readonly onJudged: (line: string) => void;
}

/** Stations in parallel: each mostly waits for commanded actions. */
const WORKERS = 3;

/** Tests generated defects. The output names those of the visible set only. */
export async function judgeGenerated({ most, only, onJudged }: GeneratedRun): Promise<GeneratedScore> {
  const score = { lookedAt: { caught: 0, all: 0 }, counted: { caught: 0, all: 0 } };
  await using stations = new AsyncDisposableStack();
  const prepared = async (hasVideo: boolean, traces?: Examiner['traces'], flags = {}) => {
    const station = stations.use(await seededStation({ ...flagsOf(hasVideo), ...flags }, { mayFly: true }));
    return Examiner.prepare(station, traces);
  };
  const scouts = { plain: await prepared(false), video: await prepared(true) };
  const samples = new Map([...(await scouts.plain.samples()), ...(await scouts.video.samples())]);
  const wanted = generatedDefects(samples).filter((defect) => isWanted(defect, only));
  const queue = [...sampled(wanted, most)];
  onJudged(`${queue.length} of ${wanted.length} defects`);
  const judge = async (defect: GeneratedDefect, examiner: Examiner) => {
    const startedMs = performance.now();
    const own = defect.flags === undefined ? examiner : await prepared(false, examiner.traces, defect.flags);
    const caughtBy = await own.caughtBy(defect);
    const share = isCounted(defect) ? score.counted : score.lookedAt;
    share.all += 1;
    if (caughtBy !== undefined) share.caught += 1;
    const tookS = ((performance.now() - startedMs) / 1000).toFixed(1);
    const said = caughtBy === undefined ? `MISSED  ${defect.id}` : `caught  ${defect.id}  ${caughtBy}`;
    onJudged(`${isCounted(defect) ? 'counted' : said}  ${tookS} s`);
  };
  const work = async (hasVideo: boolean, examiner: Examiner) => {
    for (;;) {
      const index = queue.findIndex((defect) => defect.hasVideo === hasVideo);
      const [defect] = index === -1 ? [] : queue.splice(index, 1);
      if (defect === undefined) return;
      await judge(defect, examiner);
    }
  };
  const more = await Promise.all(Array.from({ length: WORKERS - 1 }, () => prepared(false, scouts.plain.traces)));
  await Promise.all([work(true, scouts.video), ...[scouts.plain, ...more].map((examiner) => work(false, examiner))]);
  return score;
}

const flagsOf = (hasVideo: boolean) => ({ 'video-enabled': String(hasVideo) });

const isWanted = (defect: GeneratedDefect, only: readonly string[]): boolean =>
  only.length === 0 || (!isCounted(defect) && only.some((part) => defect.id.includes(part)));
