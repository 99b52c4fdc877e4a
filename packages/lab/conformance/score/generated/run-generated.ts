import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { paramsFor } from '../../src/checks/params.ts';
import { isReadable } from '../../src/checks/replies.ts';
import { seededStation } from '../seeded-station.ts';
import { generatedDefects } from './all-generated.ts';
import { type GeneratedDefect, isCounted, sampled } from './generated-defect.ts';
import { type PacedStation, stationAt } from './proxied-run.ts';
import { AT_ONCE, firstStage, STAGES, type Stage, stageAfter } from './stages.ts';
import { tracesOf } from './traces.ts';
import type { Judged, Preparation, Task } from './worker.ts';

/** Number of caught defects of a set. For those that are only counted no names are stored. */
export interface GeneratedScore {
  /** Number of generated defects, of which these may be a sample. */
  readonly made: number;
  readonly lookedAt: Share;
  readonly counted: Share;
}

export interface Share {
  readonly caught: number;
  readonly all: number;
}

interface GeneratedRun {
  /** Maximum number of defects. */
  readonly most: number;
  /** Parts of ids, one of which a defect must have; only for the visible set. */
  readonly only: readonly string[];
  readonly onJudged: (line: string) => void;
}

/** Processes; judging mostly waits for the station. */
const WORKERS = 6;

/** Judges generated defects. The lines name only those of the visible set. */
export async function judgeGenerated({ most, only, onJudged }: GeneratedRun): Promise<GeneratedScore> {
  const preparation = await prepared(onJudged);
  const made = generatedDefects(new Map(preparation.samples));
  const wanted = made.filter((defect) => isWanted(defect, only));
  const chosen = sampled(wanted, most);
  onJudged(`${chosen.length} of ${wanted.length} defects`);
  const byId = new Map(chosen.map((defect) => [defect.id, defect]));
  const caught = new Map<GeneratedDefect, boolean>();
  const again = new Set<string>();
  await onWorkers(preparation, chosen, ({ caughtBy, fault, id, isHurried, stage, tookMs }) => {
    const defect = byId.get(id);
    if (isHurried === true && !again.has(`${stage} ${id}`)) {
      again.add(`${stage} ${id}`);
      return stage;
    }
    const next = caughtBy === undefined ? stageAfter(stage) : undefined;
    if (defect === undefined || next !== undefined) return next;
    caught.set(defect, caughtBy !== undefined);
    const said =
      caughtBy === undefined ? `MISSED  ${id}${fault === undefined ? '' : `  ${fault}`}` : `caught  ${id}  ${caughtBy}`;
    onJudged(`${isCounted(defect) ? 'counted' : said}  ${stage}  ${(tookMs / 1000).toFixed(1)} s`);
    return undefined;
  });
  const shareOf = (isOf: (defect: GeneratedDefect) => boolean): Share => {
    const set = [...caught].filter(([defect]) => isOf(defect));
    return { all: set.length, caught: set.filter(([, isCaught]) => isCaught).length };
  };
  return { made: made.length, lookedAt: shareOf((defect) => !isCounted(defect)), counted: shareOf(isCounted) };
}

/** Runs stations without a defect, one with video and one without. */
async function prepared(onJudged: (line: string) => void): Promise<Preparation> {
  const startedMs = performance.now();
  const samples = new Map<string, unknown>();
  await using plain = await seededStation({}, { mayFly: true });
  await using video = await seededStation({ 'video-enabled': 'true' }, { mayFly: true });
  // The answers of the station with video are more complete, and count.
  for (const station of [plain, video]) await sampleInto(samples, station);
  plain.goAt(0.1);
  const traces = await tracesOf(video);
  onJudged(`prepared in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
  return { samples: [...samples], traces };
}

/** Answers to GETs, by operation. */
async function sampleInto(samples: Map<string, unknown>, { key, url }: PacedStation): Promise<void> {
  await using direct = stationAt(url, key, 'read');
  for (const op of direct.api.operations.filter((one) => isReadable(one))) {
    const params = await paramsFor(op, direct).catch(() => undefined);
    if (params === undefined) continue;
    const query = op.id === 'notifications.history' ? '?from_time=1970-01-01T00:00:00Z' : '';
    const answer = await direct.ask(op, { params, query });
    if (answer.status === 200) samples.set(op.id, answer.json);
  }
}

/** @param onResult its result is judged next @throws Error if a process has ended by itself */
async function onWorkers(
  preparation: Preparation,
  defects: readonly GeneratedDefect[],
  onResult: (judged: Judged) => Stage | undefined,
): Promise<void> {
  const kindOf = ({ flags, hasVideo }: GeneratedDefect) => JSON.stringify([hasVideo, flags]);
  const tasks = defects.map((defect): Task & { kind: string } => ({
    id: defect.id,
    stage: firstStage(defect),
    kind: kindOf(defect),
  }));
  const running = new Map<string, ChildProcess>();
  const isFirst = (stage: Stage) => STAGES.indexOf(stage);
  const work = async (worker: ChildProcess) => {
    let atOnce = 0;
    let last = { kind: '', stage: STAGES[0] as Stage };
    const { promise, reject, resolve } = Promise.withResolvers<void>();
    const give = () => {
      while (true) {
        const same = tasks.find(({ kind, stage }) => kind === last.kind && stage === last.stage);
        // A change of the station waits for defects that are still being judged.
        const next =
          same ?? (atOnce === 0 ? tasks.toSorted((a, b) => isFirst(a.stage) - isFirst(b.stage))[0] : undefined);
        if (next === undefined || atOnce >= AT_ONCE[next.stage]) break;
        tasks.splice(tasks.indexOf(next), 1);
        last = next;
        atOnce += 1;
        running.set(next.id, worker);
        worker.send({ id: next.id, stage: next.stage });
      }
      if (atOnce === 0 && tasks.length === 0) resolve();
    };
    worker.on('message', (judged: Judged) => {
      atOnce -= 1;
      const stage = onResult(judged);
      if (stage !== undefined) tasks.push({ id: judged.id, stage, kind: last.kind });
      give();
    });
    worker.once('exit', (code) => reject(new Error(`a worker has ended with ${code}`)));
    worker.send(preparation);
    give();
    await promise;
    worker.removeAllListeners('exit');
    worker.send('end');
    await once(worker, 'exit');
  };
  const module = new URL('./worker.ts', import.meta.url);
  const workers = Array.from({ length: WORKERS }, () => fork(module));
  try {
    await Promise.all(workers.map(work));
  } finally {
    for (const worker of workers) worker.kill();
  }
}

const isWanted = (defect: GeneratedDefect, only: readonly string[]): boolean =>
  only.length === 0 || (!isCounted(defect) && only.some((part) => defect.id.includes(part)));
