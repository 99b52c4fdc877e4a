import type { YuvFrame } from '../raster/canvas.ts';
import type { BlockBitmap } from './block-bitmap.ts';

/** A part of a picture, even numbers of pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const WHITE = 235;
const NEUTRAL = 128;
/** Text is read on any ground: what is behind it keeps this share of its brightness, in 256ths, above nearly black. */
const SHADE = 80;
const DARKEST = 12;
/** The same for four pixels in a word. Each second byte of one is calculated at a time: no byte reaches into the next. */
const EACH = 0x01010101;
const WHITE_WORD = WHITE * EACH;
const DARKEST_WORD = DARKEST * EACH;
const SECOND_BYTES = 0x00ff00ff;
const FIRST_BYTES = ~SECOND_BYTES;

/** Draws letters on shaded ground. @param scale rows of the picture for each row of the bitmap */
export function drawBitmap(frame: YuvFrame, box: Box, bitmap: BlockBitmap, scale: number): void {
  const { luma, lumaStride } = frame;
  const words = asWords(luma, lumaStride);
  for (let row = 0; row < box.height; row += 1) {
    const from = (box.top + row) * lumaStride + box.left;
    drawRow({ luma, words }, from, from + box.width, bitmap, Math.floor(row / scale));
  }
  fillChroma(frame, box);
}

/** Rows of words, where rows begin at words. */
function asWords(luma: Uint8Array, stride: number): Int32Array | undefined {
  if (luma.byteOffset % 4 !== 0 || stride % 4 !== 0) return undefined;
  return new Int32Array(luma.buffer, luma.byteOffset, luma.length >> 2);
}

interface Luma {
  readonly luma: Uint8Array;
  readonly words: Int32Array | undefined;
}

/** @param from, end bytes of the row; @param row of the bitmap, which has none for the last row of an uneven height */
function drawRow({ luma, words }: Luma, from: number, end: number, bitmap: BlockBitmap, row: number): void {
  const ink = bitmap.isInked[row] === true ? bitmap : undefined;
  const inkFrom = row * bitmap.stride + bitmap.lead - from;
  const [firstWord, endWord] = [(from + 3) >> 2, end >> 2];
  if (words === undefined || firstWord >= endWord) {
    drawBytes(luma, from, end, ink?.ink, inkFrom);
    return;
  }
  drawBytes(luma, from, 4 * firstWord, ink?.ink, inkFrom);
  if (ink === undefined) shadeWords(words, firstWord, endWord);
  else drawWords(words, firstWord, endWord, ink.inkWords, inkFrom / 4);
  drawBytes(luma, 4 * endWord, end, ink?.ink, inkFrom);
}

/** @param inkFrom place in the bitmap less that in the picture */
function drawBytes(luma: Uint8Array, from: number, end: number, ink: Uint8Array | undefined, inkFrom: number): void {
  for (let at = from; at < end; at += 1) {
    const isInk = ink !== undefined && ink[at + inkFrom] !== 0;
    luma[at] = isInk ? WHITE : DARKEST + ((luma[at]! * SHADE) >> 8);
  }
}

function shadeWords(words: Int32Array, from: number, end: number): void {
  for (let at = from; at < end; at += 1) words[at] = shaded(words[at]!);
}

function drawWords(words: Int32Array, from: number, end: number, ink: Int32Array, inkFrom: number): void {
  for (let at = from; at < end; at += 1) {
    const mask = ink[at + inkFrom]!;
    words[at] = (shaded(words[at]!) & ~mask) | (WHITE_WORD & mask);
  }
}

function shaded(word: number): number {
  const second = (Math.imul(word & SECOND_BYTES, SHADE) >>> 8) & SECOND_BYTES;
  const first = Math.imul((word >>> 8) & SECOND_BYTES, SHADE) & FIRST_BYTES;
  return ((first | second) + DARKEST_WORD) | 0;
}

function fillChroma({ cb, chromaStride, cr }: YuvFrame, { height, left, top, width }: Box): void {
  for (let y = top / 2; y < (top + height) / 2; y += 1) {
    const at = y * chromaStride + left / 2;
    cb.fill(NEUTRAL, at, at + width / 2);
    cr.fill(NEUTRAL, at, at + width / 2);
  }
}
