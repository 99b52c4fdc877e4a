import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fitted } from './time-window.ts';

const MINUTE_MS = 60_000;
const NOW_MS = 1_800_000_000_000;
const span = (...minutesAgo: number[]) => {
  const window = fitted(
    minutesAgo.map((minutes) => NOW_MS - minutes * MINUTE_MS),
    NOW_MS,
  );
  return window && [(window.toMs - window.fromMs) / MINUTE_MS, window.toMs === NOW_MS];
};

it('fits the first event with a margin, shows at least 15 minutes and at most 31 days, and always ends now', () => {
  assert.deepEqual(span(50, 100, 20), [104, true]);
  assert.deepEqual(span(2), [15, true]);
  assert.deepEqual(span(100 * 24 * 60), [31 * 24 * 60, true]);
  assert.equal(span(), undefined);
});
