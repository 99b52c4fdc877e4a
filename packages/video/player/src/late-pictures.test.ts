import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LatePictures } from './late-pictures.ts';

const on = (behindS: number, isOver = true) => ({ behindS, isOver, isKeyFrame: false });

describe('late pictures', () => {
  it('are left out up to the next key frame, and no other ones', () => {
    const late = new LatePictures();
    const arrivals = [on(0.1), on(0.3), on(0.41), on(0.1), { ...on(0.6), isKeyFrame: true }, on(0.2)];
    assert.deepEqual(
      arrivals.map((arrival) => late.takes(arrival)),
      [true, true, false, false, true, true],
    );
    assert.equal(late.leftOut, 2);
  });

  it('are all taken on a machine that keeps up, which catches up after a pause of the network', () => {
    const late = new LatePictures();
    for (const behindS of [0.1, 0.6, 2, 0.1]) assert.equal(late.takes(on(behindS, false)), true);
  });
});
