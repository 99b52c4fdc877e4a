import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stepAt, stepFor } from './encoding-step.ts';

const HD = { size: { widthPx: 1280, heightPx: 720 }, framesPerS: 30 };
const text = (bitRateBps: number) => {
  const { framesPerS, size } = stepAt(HD, stepFor(HD, bitRateBps));
  return `${size.widthPx}x${size.heightPx}@${framesPerS}`;
};

describe('size and rate for a bit rate', () => {
  it('give up pictures first, then size', () => {
    assert.deepEqual([3_000_000, 1_200_000, 600_000, 300_000, 120_000, 50_000].map(text), [
      '1280x720@30',
      '1280x720@15',
      '854x480@15',
      '640x360@15',
      '426x240@10',
      '320x180@5',
    ]);
  });

  it('go up only with some room, and stay between', () => {
    assert.equal(stepFor(HD, 850_000), 1);
    assert.equal(stepFor(HD, 850_000, 2), 2);
    assert.equal(stepFor(HD, 1_100_000, 2), 1);
    assert.equal(stepFor(HD, 850_000, 1), 1);
    assert.equal(stepFor(HD, 700_000, 1), 2);
  });

  it('keep even sizes and the rate of a slow camera', () => {
    const odd = { size: { widthPx: 1918, heightPx: 1078 }, framesPerS: 10 };
    for (let index = 0; index < 6; index += 1) {
      const { framesPerS, size } = stepAt(odd, index);
      assert.ok(size.widthPx % 2 === 0 && size.heightPx % 2 === 0 && framesPerS <= 10);
    }
  });
});
