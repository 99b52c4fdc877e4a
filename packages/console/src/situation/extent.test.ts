import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { extentOf, latestOf } from './extent.ts';

describe('a series in words', () => {
  it('has a lowest and a highest value, gaps left out', () => {
    assert.deepEqual(extentOf([null, 3, -1, null, 2]), { low: -1, high: 3 });
    assert.deepEqual(extentOf([null]), { low: undefined, high: undefined });
  });

  it('has no value now while there is a gap', () => {
    assert.equal(latestOf([1, 2]), 2);
    assert.equal(latestOf([1, null]), undefined);
    assert.equal(latestOf([]), undefined);
  });
});
