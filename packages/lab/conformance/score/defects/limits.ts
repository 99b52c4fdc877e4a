import { answerOf, withHeader, withoutHeader } from '../changes.ts';
import type { DefectChange } from '../defect.ts';
import { type DefectTable, read } from './defect-table.ts';

const LONG_MS = 3000;

/** After a 429, requests are refused for three seconds, whatever Retry-After says. */
function lyingRetryAfter(): DefectChange {
  const until = new Map<string, number>();
  return {
    request: (request) => {
      const { authorization = '' } = request.headers;
      const isRefused = performance.now() < (until.get(authorization) ?? 0);
      return isRefused
        ? { answer: withHeader(answerOf(429, { code: 'RATE_LIMITED', message: 'wait' }), 'retry-after', '1') }
        : request;
    },
    answer: (answer, { headers: { authorization = '' } }) => {
      if (answer.status === 429) until.set(authorization, performance.now() + LONG_MS);
      return answer;
    },
  };
}

function sharedLimit(): DefectChange {
  let untilMs = 0;
  return {
    request: (request) =>
      performance.now() < untilMs && request.path === 'flight/info'
        ? { answer: withHeader(answerOf(429, { code: 'RATE_LIMITED', message: 'wait' }), 'retry-after', '1') }
        : request,
    answer: (answer, request) => {
      if (answer.status === 429 && request.path === 'flight/info' && untilMs === 0) untilMs = performance.now() + 400;
      return answer;
    },
  };
}

function limitedHealth(): DefectChange {
  let count = 0;
  return {
    request: (request) => {
      if (!request.path.endsWith('health')) return request;
      count += 1;
      return count > 60 ? { answer: answerOf(429, { code: 'RATE_LIMITED', message: 'wait' }) } : request;
    },
  };
}

/** Defects of limits. */
export const LIMIT_DEFECTS: DefectTable = {
  'retry-after-lies': read('Retry-After says 1 s, but it takes three', 'limits.retry-after-is-true', lyingRetryAfter),
  'no-retry-after': read('429 without Retry-After', 'limits.too-many-is-429', () => ({
    answer: (answer) => (answer.status === 429 ? withoutHeader(answer, 'retry-after') : answer),
  })),
  'shared-limit': read('one session that reads too much blocks the others', 'limits.too-many-is-429', sharedLimit),
  'limited-health': read('health is limited, too', 'health.is-not-limited', limitedHealth),
  'no-ratelimit': read('answers do not say what is left of the limit', 'flight.info.tells-its-limit', () => ({
    answer: (answer) => withoutHeader(answer, 'ratelimit'),
  })),
  'constant-ratelimit': read('RateLimit is always the same', 'limits.remaining-counts-down', () => ({
    answer: (answer) =>
      answer.headers.ratelimit === undefined ? answer : withHeader(answer, 'ratelimit', '"reads";r=5;t=1'),
  })),
};
