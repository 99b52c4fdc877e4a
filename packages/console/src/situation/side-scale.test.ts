import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sideScale } from './side-scale.ts';

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
