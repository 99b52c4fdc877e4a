import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { retryDelayMs } from './retry-delay.ts';

describe('the delay before the next try', () => {
  it('doubles up to five seconds', () => {
    const delays = [1, 2, 3, 4, 5, 6, 100].map((failures) => retryDelayMs(failures, 0.5));
    assert.deepEqual(delays, [250, 500, 1000, 2000, 4000, 5000, 5000]);
  });

  it('is not the same for all', () => {
    assert.deepEqual([retryDelayMs(3, 0), retryDelayMs(3, 0.999)], [800, 1200]);
  });
});
