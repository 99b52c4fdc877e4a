import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nextReachM, roundBelow, scaleBar } from './view-scale.ts';

describe('the scale of a view', () => {
  it('has a bar of a round length', () => {
    for (const [limit, wanted] of [
      [1, 1],
      [1.9, 1],
      [4.9, 2],
      [5, 5],
      [49, 20],
      [0.3, 0.2],
      [1000, 1000],
    ] as const) {
      assert.equal(roundBelow(limit), wanted, `${limit}`);
    }
    assert.deepEqual(scaleBar(0.5, 60), { lengthM: 20, lengthPx: 40 });
  });

  it('goes in and out in steps, as far as they go', () => {
    assert.equal(nextReachM(50, 'in'), 20);
    assert.equal(nextReachM(50, 'out'), 100);
    assert.equal(nextReachM(5, 'in'), 5);
    assert.equal(nextReachM(500, 'out'), 500);
  });
});
