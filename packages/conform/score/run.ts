import { readFileSync, writeFileSync } from 'node:fs';
import { connectToStation } from '../src/station/connect.ts';
import { landed } from '../src/station/safe-end.ts';
import type { Defect } from './defect.ts';
import { DEFECTS } from './defects.ts';
import { failedWithoutDefect, type Judgement, judgeDefect, type SeededStation } from './judge-defect.ts';
import { rowOf, storedRows, withScore } from './score-page.ts';
import { seededStation } from './seeded-station.ts';

/*
 * `npm run conform:score`: seeds one defect at a time between kit and station, and writes which check has caught it into
 * docs/conformance.md. With ids only those, whose rows are replaced: `npm run conform:score -- tilt-upwards`. Exit status 1
 * when a defect was not caught by the check that is named for it.
 */
const PAGE = new URL('../../../docs/conformance.md', import.meta.url);
/** Read-only runs do not disturb each other, and mostly wait. */
const READERS = 3;

const wanted = process.argv.slice(2);
const unknown = wanted.filter((id) => !DEFECTS.some((defect) => defect.id === id));
if (unknown.length > 0) {
  console.error(`there is no defect ${unknown.join(', ')}; there are ${DEFECTS.map(({ id }) => id).join(', ')}`);
  process.exit(2);
}
const chosen = DEFECTS.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
const judgements = new Map<string, Judgement>();

async function judgeAll(defects: readonly Defect[], station: SeededStation, atOnce: number): Promise<void> {
  const [first] = defects;
  if (first === undefined) return;
  const failed = await failedWithoutDefect(station, first.level);
  if (failed.length > 0) throw new Error(`without a defect these fail: ${failed.join('; ')}`);
  const queue = [...defects];
  const work = async () => {
    for (let defect = queue.shift(); defect !== undefined; defect = queue.shift()) {
      const judgement = await judgeDefect(defect, station);
      judgements.set(defect.id, judgement);
      const { isCaught, failed } = judgement;
      console.log(
        `${isCaught ? 'caught' : 'NOT CAUGHT'}  ${defect.id}  ${isCaught ? defect.caughtBy : failed.join(', ')}`,
      );
      if (defect.level === 'flight') await backInStandBy(station);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Without the proxy: a defect must not reach into the next run. */
async function backInStandBy({ url, key }: SeededStation): Promise<void> {
  await using station = await connectToStation({ url, key, level: 'flight' });
  if (!(await landed(station))) throw new Error('the Kite does not land');
}

const startedMs = performance.now();
const is = (level: Defect['level'], hasVideo: boolean) => (defect: Defect) =>
  defect.level === level && (defect.hasVideo ?? false) === hasVideo;
for (const [level, hasVideo] of [
  ['read', false],
  ['read', true],
  ['control', false],
  ['control', true],
  ['flight', false],
] as const) {
  const defects = chosen.filter(is(level, hasVideo));
  if (defects.length === 0) continue;
  await using station = await seededStation({ 'video-enabled': String(hasVideo) }, { mayFly: level === 'flight' });
  await judgeAll(defects, station, level === 'read' ? READERS : 1);
}
const all = chosen.flatMap(({ id }) => judgements.get(id) ?? []);
const caught = all.filter(({ isCaught }) => isCaught).length;
console.log(`\n${caught} of ${all.length} defects caught in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
const page = readFileSync(PAGE, 'utf8');
writeFileSync(PAGE, withScore(page, DEFECTS, [...storedRows(page), ...all.map(rowOf)]));
process.exitCode = caught < all.length ? 1 : 0;
