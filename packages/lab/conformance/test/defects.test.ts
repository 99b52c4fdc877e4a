import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { UniformStream } from '@kitestring/base/random.ts';
import { API_VERSIONS, NEWEST_API_VERSION } from '@kitestring/station-contract/versions.ts';
import type { Defect } from '../score/defect.ts';
import { DEFECTS } from '../score/defects.ts';
import { failedWithoutDefect, type Judgement, judgeDefect } from '../score/judge-defect.ts';
import { storedGenerated, storedRows, withScore, withSentence } from '../score/score-page.ts';
import { SPEED, seededStation } from '../score/seeded-station.ts';
import { checksIn, storedCounts } from '../score/version-counts.ts';
import { apiOf } from '../src/api-version.ts';
import { isWithin } from '../src/check.ts';
import { allChecks } from '../src/checks/all-checks.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 100_000);
const SAMPLE = 8;
const DEFECTS_MIN = 60;
/** Times real time. */
const SLOWEST = 0.3;
/** Some defects let a request in by the token of another session: there must be one. */
const OPENS_A_SESSION = 'camera.info.field.model';

const page = (name: string) => readFileSync(new URL(`../../../../${name}`, import.meta.url), 'utf8');

describe('the seeded defects', () => {
  it('each name a check that is made at their level', () => {
    const checks = new Map(
      API_VERSIONS.map((version) => [version, new Map(allChecks(apiOf(version)).map((check) => [check.id, check]))]),
    );
    const wrong = DEFECTS.filter(({ apiVersion = NEWEST_API_VERSION, caughtBy, isLong = false, level }) => {
      const check = checks.get(apiVersion)?.get(caughtBy);
      return check === undefined || !isWithin(check.level, level) || (check.isLong ?? false) !== isLong;
    });
    assert.deepEqual(
      wrong.map(({ id, caughtBy }) => `${id}: ${caughtBy}`),
      [],
    );
    assert.equal(new Set(DEFECTS.map(({ id }) => id)).size, DEFECTS.length);
    assert.ok(DEFECTS.length >= DEFECTS_MIN);
  });

  it('were all caught in the last run; else npm run conform:score', () => {
    assert.deepEqual(
      storedRows().map(({ id, caughtBy }) => ({ id, caughtBy })),
      DEFECTS.map(({ id, caughtBy }) => ({ id, caughtBy })),
    );
  });

  it('and the checks of each version are counted there and in the README', () => {
    const [stored, readme] = [page('docs/reference/conformance-score.md'), page('README.md')];
    const counts = storedCounts(stored);
    assert.equal(withScore(stored, DEFECTS, storedRows(), counts), stored);
    assert.deepEqual(
      counts.map(({ checks, version }) => [version, checks]),
      API_VERSIONS.toReversed().map((version) => [version, checksIn(version)]),
    );
    assert.equal(withSentence(readme, storedRows(), counts, storedGenerated(stored)), readme);
  });
});

describe('a sample of the seeded defects', () => {
  let station: Awaited<ReturnType<typeof seededStation>>;
  before(async () => {
    station = await seededStation();
  });
  after(() => station[Symbol.asyncDispose]());

  const sample = sampled(
    DEFECTS.filter(
      ({ apiVersion, hasVideo, isLong, level }) =>
        level !== 'flight' && !hasVideo && !isLong && apiVersion === undefined,
    ),
  );

  it('is not found in a station that has none of them', async () => {
    assert.deepEqual(
      await failedWithoutDefect(
        station,
        { level: 'control' },
        sample.map(({ caughtBy }) => caughtBy),
      ),
      [],
    );
  });

  /** A busy machine may be too slow for a check, which then judges nothing: the time of the station goes slower until it does. */
  async function judged(defect: Defect): Promise<Judgement> {
    let judgement: Judgement;
    let speed: number = SPEED;
    do {
      station.goAt(speed);
      judgement = await judgeDefect(defect, station, [OPENS_A_SESSION, defect.caughtBy]);
      speed /= 4;
    } while (judgement.skipped.includes(defect.caughtBy) && speed > SLOWEST);
    return judgement;
  }

  it('is found, each by the check that is named for it', async (t) => {
    t.diagnostic(`seed ${SEED}`);
    for (const defect of sample) {
      const { failed, isCaught } = await judged(defect);
      assert.ok(isCaught, `${defect.id}: ${defect.does}; failed: ${failed.join(', ') || 'nothing'}`);
    }
  });
});

function sampled(defects: readonly Defect[]): readonly Defect[] {
  const random = new UniformStream(SEED);
  const left = [...defects];
  return Array.from({ length: SAMPLE }, () => left.splice(random.below(left.length), 1)[0]).filter(
    (one) => one !== undefined,
  );
}
