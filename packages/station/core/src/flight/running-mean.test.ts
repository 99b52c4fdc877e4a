import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RunningMean } from './running-mean.ts';

describe('a running mean', () => {
  it('is of the values there are, and of the last so many', () => {
    const mean = new RunningMean(3);
    const means = [1, 2, 6, 7, 100].map((value) => {
      mean.add(value);
      return mean.value;
    });
    assert.deepEqual(means, [1, 1.5, 3, 5, 113 / 3]);
  });

  it('begins anew after a value that is none', () => {
    const mean = new RunningMean(3);
    assert.equal(mean.value, undefined);
    for (const none of [undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
      mean.add(5);
      mean.add(none);
      assert.equal(mean.value, undefined);
    }
    mean.add(8);
    assert.equal(mean.value, 8);
  });
});
