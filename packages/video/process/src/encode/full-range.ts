import type { YuvFrame } from '@kitestring/video-scene/raster/canvas.ts';

/*
 * JFIF defines a single colour space: BT.601 in full range. Both it and the input are linear in R'G'B', so one 3x3
 * matrix converts one to the other; the chroma contribution to luma is shared by two by two pixels.
 */
const [JR, JB] = [0.299, 0.114];

/** Colour coding of a picture. */
export interface ColourCoding {
  readonly matrix: 'bt709' | 'bt601';
  /** `video`: 16 to 235; `full`: 0 to 255. */
  readonly range: 'video' | 'full';
}

/** Coding of synthetic pictures, and of most present cameras. */
const USUAL_CODING: ColourCoding = { matrix: 'bt709', range: 'video' };

const MATRICES: Readonly<Record<ColourCoding['matrix'], readonly [red: number, blue: number]>> = {
  bt709: [0.2126, 0.0722],
  bt601: [JR, JB],
};

interface YuvVector {
  readonly y: number;
  readonly cb: number;
  readonly cr: number;
}

/** Full-range BT.601 of a unit of another matrix in full range. */
function column({ y, cb, cr }: YuvVector, [kr, kb]: readonly [number, number]): YuvVector {
  const red = y + 2 * (1 - kr) * cr;
  const blue = y + 2 * (1 - kb) * cb;
  const green = (y - kr * red - kb * blue) / (1 - kr - kb);
  const luma = JR * red + (1 - JR - JB) * green + JB * blue;
  return { y: luma, cb: (blue - luma) / (2 * (1 - JB)), cr: (red - luma) / (2 * (1 - JR)) };
}

interface Conversion {
  readonly lumaGain: number;
  readonly black: number;
  readonly ofCb: YuvVector;
  readonly ofCr: YuvVector;
}

function conversion({ matrix, range }: ColourCoding): Conversion {
  const weights = MATRICES[matrix];
  const chromaGain = range === 'full' ? 1 : 255 / 224;
  return {
    lumaGain: range === 'full' ? 1 : 255 / 219,
    black: range === 'full' ? 0 : 16,
    ofCb: column({ y: 0, cb: chromaGain, cr: 0 }, weights),
    ofCr: column({ y: 0, cb: 0, cr: chromaGain }, weights),
  };
}

/** Converts the picture for JPEG into another frame of the same size. */
export function toFullRange(from: YuvFrame, to: YuvFrame, coding: ColourCoding = USUAL_CODING): void {
  const { width, height } = from;
  const { black, lumaGain, ofCb, ofCr } = conversion(coding);
  for (let row = 0; row < height; row += 2) {
    const chromaFrom = (row / 2) * from.chromaStride;
    const chromaTo = (row / 2) * to.chromaStride;
    for (let column = 0; column < width; column += 2) {
      const cb = from.cb[chromaFrom + column / 2]! - 128;
      const cr = from.cr[chromaFrom + column / 2]! - 128;
      to.cb[chromaTo + column / 2] = clamped(128.5 + ofCb.cb * cb + ofCr.cb * cr);
      to.cr[chromaTo + column / 2] = clamped(128.5 + ofCb.cr * cb + ofCr.cr * cr);
      const shift = 0.5 + ofCb.y * cb + ofCr.y * cr - black * lumaGain;
      const upper = row * from.lumaStride + column;
      const upperTo = row * to.lumaStride + column;
      to.luma[upperTo] = clamped(from.luma[upper]! * lumaGain + shift);
      to.luma[upperTo + 1] = clamped(from.luma[upper + 1]! * lumaGain + shift);
      const lower = upper + from.lumaStride;
      const lowerTo = upperTo + to.lumaStride;
      to.luma[lowerTo] = clamped(from.luma[lower]! * lumaGain + shift);
      to.luma[lowerTo + 1] = clamped(from.luma[lower + 1]! * lumaGain + shift);
    }
  }
}

const clamped = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value | 0);
