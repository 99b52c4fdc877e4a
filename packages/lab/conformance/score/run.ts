import { readFileSync, writeFileSync } from 'node:fs';
import { NEWEST_API_VERSION } from '@kitestring/station-contract/versions.ts';
import { LEVELS } from '../src/check.ts';
import { connectToStation } from '../src/station/connect.ts';
import { landed } from '../src/station/safe-end.ts';
import type { Defect } from './defect.ts';
import { DEFECTS } from './defects.ts';
import { judgeGenerated } from './generated/run-generated.ts';
import { failedWithoutDefect, type Judgement, judgeDefect, type SeededStation } from './judge-defect.ts';
import { rowOf, storedGenerated, storedRows, storeRows, withGenerated, withScore, withSentence } from './score-page.ts';
import { seededStation } from './seeded-station.ts';
import { countVersions, storedCounts } from './version-counts.ts';

/*
 * `npm run conform:score`: seeds one defect at a time between kit and station, and writes which check has caught it to
 * results.json, and the score to docs/reference/conformance-score.md and the README. With ids only those rows are replaced: `npm run conform:score --
 * tilt-upwards`. With `counts` only checks and assertions are counted again. With `generated`, and a number for a
 * sample, or parts of ids without writing a result, the generated defects are judged. Exit status 1 when a defect was
 * not caught by its check.
 */
const PAGE = new URL('../../../../docs/reference/conformance-score.md', import.meta.url);
const README = new URL('../../../../README.md', import.meta.url);
const COUNTS = 'counts';
const GENERATED = 'generated';
/** Read-only runs are independent, and mostly wait. */
const READERS = 3;

const wanted = process.argv.slice(2);
if (wanted[0] === GENERATED) {
  await scoreGenerated(wanted.slice(1));
  process.exit();
}
const unknown = wanted.filter((id) => id !== COUNTS && !DEFECTS.some((defect) => defect.id === id));
if (unknown.length > 0) {
  console.error(`there is no defect ${unknown.join(', ')}; there are ${DEFECTS.map(({ id }) => id).join(', ')}`);
  process.exit(2);
}
const chosen = DEFECTS.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
const judgements = new Map<string, Judgement>();

async function judgeAll(defects: readonly Defect[], station: SeededStation, atOnce: number): Promise<void> {
  const [first] = defects;
  if (first === undefined) return;
  const failed = await failedWithoutDefect(station, first);
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

/** Without the proxy, so that no defect affects the next run. */
async function backInStandBy({ url, key }: SeededStation): Promise<void> {
  await using station = await connectToStation({ url, key, level: 'flight' });
  if (!(await landed(station))) throw new Error('the Kite does not land');
}

const startedMs = performance.now();
/** Properties that select the station for defects. */
const group = ({ apiVersion = NEWEST_API_VERSION, hasVideo = false, isLong = false, level }: Defect) =>
  JSON.stringify([apiVersion, LEVELS.indexOf(level), hasVideo, isLong]);
for (const [, defects] of Map.groupBy(chosen, group)) {
  const [{ apiVersion = NEWEST_API_VERSION, hasVideo = false, level } = {}] = defects;
  const flags = { 'api-version': apiVersion, 'video-enabled': String(hasVideo) };
  await using station = await seededStation(flags, { mayFly: level === 'flight' });
  await judgeAll(defects, station, level === 'read' ? READERS : 1);
}
const all = chosen.flatMap(({ id }) => judgements.get(id) ?? []);
const caught = all.filter(({ isCaught }) => isCaught).length;
console.log(`\n${caught} of ${all.length} defects caught in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
const page = readFileSync(PAGE, 'utf8');
const rows = new Map([...storedRows(), ...all.map(rowOf)].map((row) => [row.id, row]));
const known = DEFECTS.flatMap(({ id }) => rows.get(id) ?? []);
const isCounted = wanted.length === 0 || wanted.includes(COUNTS);
const counts = isCounted ? await countVersions() : storedCounts(page);
storeRows(known);
writeFileSync(PAGE, withScore(page, DEFECTS, known, counts));
writeFileSync(README, withSentence(readFileSync(README, 'utf8'), known, counts, storedGenerated(page)));
process.exitCode = caught < all.length ? 1 : 0;

/** @param words a number: at most this many; and parts of ids: only those, without writing the result */
async function scoreGenerated(words: readonly string[]): Promise<void> {
  const only = words.filter((word) => !/^\d+$/.test(word));
  const most = Number(words.find((word) => !only.includes(word)) ?? Number.POSITIVE_INFINITY);
  const score = await judgeGenerated({ most, only, onJudged: (line) => console.log(line) });
  console.log(JSON.stringify(score));
  if (only.length > 0) return;
  const page = withGenerated(readFileSync(PAGE, 'utf8'), score);
  writeFileSync(PAGE, page);
  const known = DEFECTS.flatMap(({ id }) => storedRows().filter((row) => row.id === id));
  writeFileSync(README, withSentence(readFileSync(README, 'utf8'), known, storedCounts(page), score));
}
