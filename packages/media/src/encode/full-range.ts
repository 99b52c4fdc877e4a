import type { YuvFrame } from '@kitestring/scene/raster/canvas.ts';

/*
 * JFIF knows one colour space: BT.601 in full range. Pictures are BT.709 in limited range. Both are linear in R'G'B', so
 * one 3x3 matrix leads from one to the other; what luma needs of chroma is the same for two by two pixels.
 */
const LUMA_GAIN = 255 / 219;
const CHROMA_GAIN = 255 / 224;
const [KR, KB] = [0.2126, 0.0722];
const [JR, JB] = [0.299, 0.114];

interface Vector {
  readonly y: number;
  readonly cb: number;
  readonly cr: number;
}

/** Full-range BT.601 of a unit of full-range BT.709. */
function column({ y, cb, cr }: Vector): Vector {
  const red = y + 2 * (1 - KR) * cr;
  const blue = y + 2 * (1 - KB) * cb;
  const green = (y - KR * red - KB * blue) / (1 - KR - KB);
  const luma = JR * red + (1 - JR - JB) * green + JB * blue;
  return { y: luma, cb: (blue - luma) / (2 * (1 - JB)), cr: (red - luma) / (2 * (1 - JR)) };
}

const OF_CB = column({ y: 0, cb: CHROMA_GAIN, cr: 0 });
const OF_CR = column({ y: 0, cb: 0, cr: CHROMA_GAIN });

/** Writes the picture as JPEG wants it into another frame of the same size. */
export function toFullRange(from: YuvFrame, to: YuvFrame): void {
  const { width, height } = from;
  for (let row = 0; row < height; row += 2) {
    const chromaFrom = (row / 2) * from.chromaStride;
    const chromaTo = (row / 2) * to.chromaStride;
    for (let column = 0; column < width; column += 2) {
      const cb = (from.cb[chromaFrom + column / 2] as number) - 128;
      const cr = (from.cr[chromaFrom + column / 2] as number) - 128;
      to.cb[chromaTo + column / 2] = clamped(128.5 + OF_CB.cb * cb + OF_CR.cb * cr);
      to.cr[chromaTo + column / 2] = clamped(128.5 + OF_CB.cr * cb + OF_CR.cr * cr);
      const shift = 0.5 + OF_CB.y * cb + OF_CR.y * cr - 16 * LUMA_GAIN;
      const upper = row * from.lumaStride + column;
      const upperTo = row * to.lumaStride + column;
      writePair(from.luma, upper, to.luma, upperTo, shift);
      writePair(from.luma, upper + from.lumaStride, to.luma, upperTo + to.lumaStride, shift);
    }
  }
}

function writePair(from: Uint8Array, at: number, to: Uint8Array, toAt: number, shift: number): void {
  to[toAt] = clamped((from[at] as number) * LUMA_GAIN + shift);
  to[toAt + 1] = clamped((from[at + 1] as number) * LUMA_GAIN + shift);
}

const clamped = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value | 0);
