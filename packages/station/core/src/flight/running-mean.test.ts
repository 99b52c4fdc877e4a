import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RunningMean } from './running-mean.ts';

describe('a running mean', () => {
  it('is of the values there are, and of the last seconds', () => {
    const mean = new RunningMean(3, 1);
    const means = [1, 2, 6, 7, 100].map((value, second) => {
      mean.add(value, second * 1e6);
      return mean.value;
    });
    assert.deepEqual(means, [1, 1.5, 3, 5, 113 / 3]);
  });

  it('is of the same seconds however often values come, also after a pause', () => {
    for (const hz of [4, 5, 10, 20]) {
      const mean = new RunningMean(5, 20);
      const run = (fromS: number, toS: number, value: number) => {
        for (let tick = fromS * hz; tick < toS * hz; tick += 1) mean.add(value, (tick / hz) * 1e6);
      };
      run(0, 20, 0);
      run(20, 22, 10);
      assert.equal(mean.value, 4, `${hz} Hz`);
      run(22, 26, 10);
      assert.equal(mean.value, 10, `${hz} Hz`);
      run(40, 41, 1);
      assert.equal(mean.value, 1, `${hz} Hz`);
    }
  });

  it('begins anew after a value that is none', () => {
    const mean = new RunningMean(3, 1);
    assert.equal(mean.value, undefined);
    for (const none of [undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
      mean.add(5, 0);
      mean.add(none, 1e6);
      assert.equal(mean.value, undefined);
    }
    mean.add(8, 2e6);
    assert.equal(mean.value, 8);
  });
});
