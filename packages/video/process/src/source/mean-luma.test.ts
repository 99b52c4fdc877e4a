import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { meanLuma } from './mean-luma.ts';

const picture = (luma: (x: number) => number) => {
  const [width, height, lumaStride] = [64, 32, 80];
  const plane = Uint8Array.from({ length: lumaStride * height }, (_, at) => luma(at % lumaStride));
  const chroma = new Uint8Array(40 * 16);
  return { width, height, luma: plane, lumaStride, cb: chroma, cr: chroma, chromaStride: 40 };
};

describe('the mean luma of a picture', () => {
  it('is 0 for black and 255 for white, and leaves out what stands behind the rows', () => {
    assert.equal(meanLuma(picture(() => 16)), 0);
    assert.equal(meanLuma(picture((x) => (x < 64 ? 235 : 16))), 255);
    assert.equal(meanLuma(picture((x) => (x < 32 ? 16 : 235))), 127.5);
  });
});
