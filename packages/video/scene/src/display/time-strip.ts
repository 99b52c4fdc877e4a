import type { YuvFrame } from '../raster/canvas.ts';

/*
 * A strip of black and white blocks along the upper edge that encodes the time of the frame, so that a client can
 * measure the age of a decoded picture. From the left: white, black, white, black as reference levels; 32 bits of
 * milliseconds since 1970, most significant first; 8 bits of checksum; black, white at the end.
 */
const START = [1, 0, 1, 0] as const;
const TIME_BITS = 32;
const CHECK_BITS = 8;
const END = [0, 1] as const;
export const STRIP_BLOCKS = START.length + TIME_BITS + CHECK_BITS + END.length;

const BLACK = 16;
const WHITE = 235;
/** Wrap of 32 bits of milliseconds; half of it, 24.9 days, is the range of `nearUnixMs`. */
const WRAP_MS = 2 ** TIME_BITS;
/** Minimum contrast of a valid strip. */
const LEAST_CONTRAST = 40;

/** Height of the strip, pixels: two macroblocks of a coded picture, or one of a small picture. */
const stripHeight = (height: number): number => (height >= 480 ? 16 : 8);

/** Draws the strip over the upper edge. */
export function drawTimeStrip(frame: YuvFrame, unixMs: number): void {
  const { width, luma, cb, cr, lumaStride, chromaStride } = frame;
  const rows = stripHeight(frame.height);
  for (let block = 0; block < STRIP_BLOCKS; block += 1) {
    const level = bitAt(unixMs, block) ? WHITE : BLACK;
    const [left, right] = edges(block, width);
    for (let row = 0; row < rows; row += 1) luma.fill(level, row * lumaStride + left, row * lumaStride + right);
  }
  for (let row = 0; row < rows / 2; row += 1) {
    cb.fill(128, row * chromaStride, row * chromaStride + width / 2);
    cr.fill(128, row * chromaStride, row * chromaStride + width / 2);
  }
}

/** Bit of a block. */
function bitAt(unixMs: number, block: number): number {
  if (block < START.length) return START[block]!;
  const at = block - START.length;
  const stamp = stampOf(unixMs);
  if (at < TIME_BITS) return (stamp >>> (TIME_BITS - 1 - at)) & 1;
  if (at < TIME_BITS + CHECK_BITS) return (checksum(stamp) >>> (CHECK_BITS - 1 - (at - TIME_BITS))) & 1;
  return END[at - TIME_BITS - CHECK_BITS]!;
}

const stampOf = (unixMs: number): number => (((Math.floor(unixMs) % WRAP_MS) + WRAP_MS) % WRAP_MS) >>> 0;

/** CRC-8 with the polynomial x^8 + x^2 + x + 1 of the four bytes. */
function checksum(stamp: number): number {
  let crc = 0x5a;
  for (let shift = 24; shift >= 0; shift -= 8) {
    crc ^= (stamp >>> shift) & 255;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 128 ? ((crc << 1) ^ 7) & 255 : crc << 1;
  }
  return crc;
}

function edges(block: number, width: number): readonly [number, number] {
  return [Math.round((block * width) / STRIP_BLOCKS), Math.round(((block + 1) * width) / STRIP_BLOCKS)];
}

/** A picture with a strip: brightness of its pixels, 0 to 255, in any range. */
interface Brightness {
  readonly width: number;
  readonly height: number;
  readonly luma: Uint8Array;
  readonly lumaStride: number;
}

/**
 * Time encoded in the strip of a decoded frame, Unix milliseconds; undefined without a readable strip.
 * @param nearUnixMs any time within 24 days of it, such as now
 */
export function readTimeStrip(frame: Brightness, nearUnixMs: number): number | undefined {
  if (frame.width < 2 * STRIP_BLOCKS || frame.height < 16) return undefined;
  const levels = Array.from({ length: STRIP_BLOCKS }, (_, block) => meanLevel(frame, block));
  const [a = 0, b = 0, c = 0, d = 0] = levels;
  if (Math.min(a, c) - Math.max(b, d) < LEAST_CONTRAST) return undefined;
  const middle = (a + b + c + d) / 4;
  const bits = levels.map((level) => (level > middle ? 1 : 0));
  const number = (from: number, count: number) =>
    bits.slice(from, from + count).reduce((sum: number, bit) => 2 * sum + bit, 0);
  const stamp = number(START.length, TIME_BITS) >>> 0;
  if (number(START.length + TIME_BITS, CHECK_BITS) !== checksum(stamp)) return undefined;
  const turns = Math.round((nearUnixMs - stamp) / WRAP_MS);
  return stamp + turns * WRAP_MS;
}

/** Rows that are read: within the strip also in a picture scaled to one half. */
const FIRST_ROW = 2;
const LAST_ROW = 6;

/** Mean of the inner part of a block, without its blurred edges. */
function meanLevel(frame: Brightness, block: number): number {
  const [left, right] = edges(block, frame.width);
  const inX = Math.floor((right - left) / 4);
  let sum = 0;
  let count = 0;
  for (let y = FIRST_ROW; y < LAST_ROW; y += 1) {
    for (let x = left + inX; x < right - inX; x += 1) {
      sum += frame.luma[y * frame.lumaStride + x] ?? 0;
      count += 1;
    }
  }
  return sum / count;
}
