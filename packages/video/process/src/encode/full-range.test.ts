import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeFrame, type YuvFrame } from '@kitestring/video-scene/raster/canvas.ts';
import { type ColourCoding, toFullRange } from './full-range.ts';

function flat(y: number, cb: number, cr: number): YuvFrame {
  const frame = makeFrame(4, 2);
  frame.luma.fill(y);
  frame.cb.fill(cb);
  frame.cr.fill(cr);
  return frame;
}

function converted(y: number, cb: number, cr: number, coding?: ColourCoding): number[] {
  const to = makeFrame(4, 2);
  toFullRange(flat(y, cb, cr), to, coding);
  assert.equal(new Set(to.luma).size, 1);
  return [to.luma[7] ?? -1, to.cb[1] ?? -1, to.cr[1] ?? -1];
}

describe('a picture as JPEG wants it', () => {
  it('has black, white and grey at the ends and the middle of the full range', () => {
    assert.deepEqual(converted(16, 128, 128), [0, 128, 128]);
    assert.deepEqual(converted(235, 128, 128), [255, 128, 128]);
    assert.deepEqual(converted(126, 128, 128), [128, 128, 128]);
  });

  // Red, green and blue: limited BT.709 beside full BT.601, from ITU-R BT.709-6 and JFIF 1.02. Both are rounded.
  it('has the same colours in other numbers', () => {
    const pairs = [
      [converted(63, 102, 240), [76, 85, 255]],
      [converted(173, 42, 26), [150, 44, 21]],
      [converted(32, 240, 118), [29, 255, 107]],
    ] as const;
    for (const [actual, expected] of pairs) {
      expected.forEach((value, at) => {
        assert.ok(Math.abs((actual[at] ?? -9) - value) <= 1, `${actual} is not ${expected}`);
      });
    }
  });

  it('stays what it is when a camera codes as JPEG does, and is only stretched when its range is limited', () => {
    assert.deepEqual(converted(76, 85, 255, { matrix: 'bt601', range: 'full' }), [76, 85, 255]);
    assert.deepEqual(converted(81, 90, 240, { matrix: 'bt601', range: 'video' }), [76, 85, 255]);
    assert.deepEqual(converted(54, 99, 255, { matrix: 'bt709', range: 'full' }), [76, 85, 255]);
  });

  it('is clamped where the numbers mean no colour', () => {
    assert.equal(converted(0, 128, 128)[0], 0);
    assert.equal(converted(255, 128, 128)[0], 255);
  });
});
