import type { YuvFrame } from '@kitestring/video-scene/raster/canvas.ts';

/** Distance of the columns and rows that are read: 8,100 pixels of a picture of 1080p. */
const STEP = 16;
/** Limited range of luma. */
const BLACK = 16;
const LEVELS = 219;

/** Mean of the picture's luma, from a few of its pixels: 0 black to 255 white. */
export function meanLuma({ height, luma, lumaStride, width }: YuvFrame): number {
  let sum = 0;
  let pixels = 0;
  for (let y = STEP >> 1; y < height; y += STEP) {
    for (let x = STEP >> 1; x < width; x += STEP) {
      sum += luma[y * lumaStride + x]!;
      pixels += 1;
    }
  }
  return pixels === 0 ? 0 : Math.min(255, Math.max(0, ((sum / pixels - BLACK) * 255) / LEVELS));
}
