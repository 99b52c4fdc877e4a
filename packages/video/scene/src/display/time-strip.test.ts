import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeFrame, type YuvFrame } from '../raster/canvas.ts';
import { SceneRandom } from '../scene-random.ts';
import { drawTimeStrip, readTimeStrip, STRIP_BLOCKS } from './time-strip.ts';

const NOW = Date.UTC(2026, 5, 12, 13, 30, 12, 345);
const SIZES = [
  [320, 240],
  [640, 512],
  [960, 540],
  [1280, 720],
  [1920, 1080],
] as const;

/** Each pixel becomes the mean of those around it, and gets noise: what a coder does to a picture, and more. */
function spoiled(frame: YuvFrame, radius: number, noise: number, random: SceneRandom): YuvFrame {
  const luma = Uint8Array.from(frame.luma, (_, at) => {
    const [x, y] = [at % frame.width, Math.floor(at / frame.width)];
    let sum = 0;
    let count = 0;
    for (let row = Math.max(0, y - radius); row <= Math.min(frame.height - 1, y + radius); row += 1) {
      for (let column = Math.max(0, x - radius); column <= Math.min(frame.width - 1, x + radius); column += 1) {
        sum += frame.luma[row * frame.width + column]!;
        count += 1;
      }
    }
    return Math.max(0, Math.min(255, sum / count + random.between(-noise, noise)));
  });
  return { ...frame, luma };
}

const greyFrame = (width: number, height: number): YuvFrame => {
  const frame = makeFrame(width, height);
  frame.luma.fill(110);
  return frame;
};

describe('the time strip', () => {
  for (const [width, height] of SIZES) {
    it(`says the millisecond at ${width}x${height}, also blurred and with noise`, () => {
      const random = new SceneRandom(11, `strip ${width}`);
      const frame = greyFrame(width, height);
      const top: YuvFrame = { ...frame, height: 32, luma: frame.luma.subarray(0, 32 * width) };
      for (let round = 0; round < 12; round += 1) {
        const unixMs = NOW + random.below(1e9);
        drawTimeStrip(frame, unixMs);
        assert.equal(readTimeStrip(frame, NOW), unixMs);
        const worse = spoiled({ ...top, height: frame.height }, width < 600 ? 1 : 2, 40, random);
        assert.equal(readTimeStrip(worse, NOW), unixMs);
      }
    });
  }

  it('is read in full range as in limited range', () => {
    const frame = greyFrame(640, 512);
    drawTimeStrip(frame, NOW);
    const full = { ...frame, luma: frame.luma.map((value) => Math.max(0, ((value - 16) * 255) / 219)) };
    assert.equal(readTimeStrip(full, NOW), NOW);
  });

  it('is read when the picture was scaled down to a half', () => {
    for (const [width, height] of SIZES.slice(1)) {
      const frame = greyFrame(width, height);
      drawTimeStrip(frame, NOW);
      const small = makeFrame(width / 2 + ((width / 2) % 2), height / 2 + ((height / 2) % 2));
      for (let y = 0; y < small.height; y += 1) {
        for (let x = 0; x < small.width; x += 1)
          small.luma[y * small.width + x] = frame.luma[2 * y * width + 2 * x] ?? 0;
      }
      assert.equal(readTimeStrip(small, NOW), NOW, `${width}x${height}`);
    }
  });

  it('tells times 49 days apart by the time that is given', () => {
    const frame = greyFrame(640, 512);
    drawTimeStrip(frame, NOW);
    assert.equal(readTimeStrip(frame, NOW + 20 * 86_400_000), NOW);
    assert.equal(readTimeStrip(frame, NOW + 2 ** 32), NOW + 2 ** 32);
  });

  it('is not seen where there is none', () => {
    assert.equal(readTimeStrip(greyFrame(640, 512), NOW), undefined);
    assert.equal(readTimeStrip(greyFrame(2 * STRIP_BLOCKS - 2, 64), NOW), undefined);
    const random = new SceneRandom(3, 'snow');
    const snow = greyFrame(640, 512);
    snow.luma.forEach((_, at) => {
      snow.luma[at] = random.below(256);
    });
    assert.equal(readTimeStrip(snow, NOW), undefined);
  });

  it('is not believed when one block is wrong', () => {
    const frame = greyFrame(640, 512);
    for (let block = 4; block < STRIP_BLOCKS - 2; block += 1) {
      drawTimeStrip(frame, NOW);
      const [left, right] = [Math.round((block * 640) / STRIP_BLOCKS), Math.round(((block + 1) * 640) / STRIP_BLOCKS)];
      for (let row = 0; row < 16; row += 1) {
        for (let x = left; x < right; x += 1) frame.luma[row * 640 + x] = 251 - frame.luma[row * 640 + x]!;
      }
      assert.equal(readTimeStrip(frame, NOW), undefined, `block ${block}`);
    }
  });

  it('leaves the picture below alone', () => {
    const frame = greyFrame(1280, 720);
    drawTimeStrip(frame, NOW);
    assert.ok(frame.luma.subarray(16 * 1280).every((value) => value === 110));
  });
});
