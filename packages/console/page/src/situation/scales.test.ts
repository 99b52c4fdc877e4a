import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { extent, latest, nextReachM, roundBelow, scaleBar, sideScale } from './scales.ts';

describe('the scale of the side view', () => {
  it('is the same in both directions, with all heights in sight', () => {
    const scale = sideScale({ widthPx: 280, heightPx: 224 }, 45);
    assert.equal(scale.xOf(10) - scale.xOf(0), scale.yOf(0) - scale.yOf(10));
    assert.ok(scale.yOf(45) > 20 && scale.yOf(0) < 210);
    assert.deepEqual(scale.ticksM, [0, 10, 20, 30, 40]);
  });

  it('stays a scale in a place without room', () => {
    assert.ok(sideScale({ widthPx: 10, heightPx: 10 }, 45).pxPerM > 0);
  });
});

describe('a series in words', () => {
  it('has a lowest and a highest value, gaps left out', () => {
    assert.deepEqual(extent([null, 3, -1, null, 2]), { low: -1, high: 3 });
    assert.deepEqual(extent([null]), { low: undefined, high: undefined });
  });

  it('has no value now while there is a gap', () => {
    assert.equal(latest([1, 2]), 2);
    assert.equal(latest([1, null]), undefined);
    assert.equal(latest([]), undefined);
  });
});

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
    assert.deepEqual(scaleBar(0.5, 60), { length: 20, lengthPx: 40 });
  });

  it('goes in and out in steps, as far as they go', () => {
    assert.equal(nextReachM(50, 'in'), 20);
    assert.equal(nextReachM(50, 'out'), 100);
    assert.equal(nextReachM(5, 'in'), 5);
    assert.equal(nextReachM(500, 'out'), 500);
  });
});
