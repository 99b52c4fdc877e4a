import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckedApi } from '../api-version.ts';
import { type ContractCheck, checksAt, decided, NotApplicableFault } from '../check.ts';
import type { Answer } from '../link/answer.ts';
import type { RunSession } from '../station/sessions.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { judgeRefusal } from './refusals.ts';

const check = checksAt('read');

const AT_ONCE = 24;
/** A few requests use some of the quota, but not all. */
const FEW = 8;
const TRIES = 6;
const REQUESTS_MAX = 900;
/** This machine could not reach a limit above this rate. */
const LONGEST_WAIT_S = 5;

/** Limits of requests; 0.5.0 has none. */
export const limitChecks = (api: CheckedApi): ContractCheck[] => (api.hasRateLimits ? [...LIMITED] : [UNLIMITED]);

/** Used by these checks only: first a few requests, then too many. */
const limited = (station: StationUnderTest): Promise<RunSession> => station.shared('limited');

const askAtOnce = (station: StationUnderTest, requests: number, as?: RunSession): Promise<readonly Answer[]> =>
  Promise.all(
    Array.from({ length: requests }, () => station.ask('flight.info', { isLimitTest: true, ...(as && { as }) })),
  );

async function askInTurn(station: StationUnderTest, requests: number, as: RunSession): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < requests) answers.push(await station.ask('flight.info', { isLimitTest: true, as }));
  return answers;
}

/** Reads until the station limits this session. @returns the last refusal */
async function refusedRead(station: StationUnderTest): Promise<Answer> {
  const session = await limited(station);
  for (let count = 0; count < REQUESTS_MAX; count += AT_ONCE) {
    const answers = await askAtOnce(station, AT_ONCE, session);
    const refused = answers.findLast(({ status }) => status !== 200);
    if (refused !== undefined) return refused;
  }
  throw new NotApplicableFault(
    `${REQUESTS_MAX} requests were not refused: there is no limit, or it is faster than this machine`,
  );
}

const LIMITED: readonly ContractCheck[] = [
  check(
    'limits.remaining-counts-down',
    'RateLimit says how many requests are left, and each request takes one.',
    decided('Tokens'),
    async (expect, station) => {
      const session = await limited(station);
      const leftIn = (answer: Answer) => Number(/;r=(\d+)/.exec(answer.header('ratelimit') ?? '')?.[1]);
      let left: readonly number[] = [];
      let asked = 0;
      // Sent at once, the bucket does not refill in between; in turn, each answer has a later count. A station may
      // count at the request or at its answer.
      for (let tries = 0; tries < TRIES && new Set(left).size < 2; tries += 1) {
        const answers = await (tries % 2 === 0 ? askAtOnce : askInTurn)(station, FEW, session);
        const odd = answers.find((answer) => !Number.isFinite(leftIn(answer)));
        expect.that(odd === undefined, 'RateLimit has r', odd?.exchange);
        left = answers.map(leftIn);
        asked += FEW;
      }
      expect.that(new Set(left).size > 1, `requests left count down: ${left.join(', ')}`);
      const first = Math.max(...left);
      const quota = (await station.ask('flight.info', { as: session })).header('ratelimit-policy');
      const most = Number(/;q=(\d+)/.exec(quota ?? '')?.[1]);
      const text = `after ${asked} requests almost all of ${most} are left, got ${first}`;
      expect.that(first < most && first >= most - asked - 2, text);
    },
  ),
  check(
    'limits.too-many-is-429',
    'A session that reads too much gets 429 with Retry-After; other sessions do not.',
    decided('Tokens'),
    async (expect, station) => {
      const refused = await refusedRead(station);
      judgeRefusal(expect, refused, 429, ['RATE_LIMITED']);
      expect.matches(refused.header('retry-after'), /^[1-9]\d*$/, 'Retry-After', refused.exchange);
      const other = await station.ask('flight.info', { as: await station.shared('other'), isLimitTest: true });
      expect.equal(other.status, 200, 'status for another session', other.exchange);
    },
  ),
  check(
    'limits.retry-after-is-true',
    'After the seconds of Retry-After a request is answered again.',
    decided('Tokens'),
    async (expect, station) => {
      const refused = await refusedRead(station);
      const afterS = Number(refused.header('retry-after') ?? Number.NaN);
      expect.needs(
        afterS <= LONGEST_WAIT_S,
        `Retry-After of a read is at most ${LONGEST_WAIT_S} s, got ${afterS}`,
        refused.exchange,
      );
      await sleep(afterS * 1000 + 30);
      const answer = await station.ask('flight.info', { as: await limited(station), isLimitTest: true });
      expect.equal(answer.status, 200, `status after ${afterS} s`, answer.exchange);
    },
  ),
];

const UNLIMITED = check(
  'limits.absent',
  'This version limits no requests, and says nothing of limits.',
  decided('Tokens'),
  async (expect, station) => {
    const answers = await askAtOnce(station, 300);
    const other = answers.find(({ status }) => status !== 200);
    expect.equal(other?.status, undefined, 'a status other than 200 among 300 requests at once', other?.exchange);
    const [first] = answers;
    expect.equal(first?.header('ratelimit'), undefined, 'RateLimit', first?.exchange);
  },
);
