import { HIGHEST, MOST_PIXELS, WIDEST } from './memory.ts';
import { PLANES } from './planes.ts';

/** A picture as planes of YUV 4:2:0, BT.709 in limited range. The buffers belong to the caller; width and height are even. */
export interface YuvFrame {
  readonly width: number;
  readonly height: number;
  readonly luma: Uint8Array;
  readonly cb: Uint8Array;
  readonly cr: Uint8Array;
  /** Row stride, bytes. */
  readonly lumaStride: number;
  readonly chromaStride: number;
}

/** A frame with buffers of its own. */
export function makeFrame(width: number, height: number): YuvFrame {
  const chroma = (width / 2) * (height / 2);
  return {
    width,
    height,
    luma: new Uint8Array(width * height),
    cb: new Uint8Array(chroma),
    cr: new Uint8Array(chroma),
    lumaStride: width,
    chromaStride: width / 2,
  };
}

/** @throws RangeError for an odd or empty size, or planes that are too small for it */
export function assertFrame(frame: YuvFrame): void {
  const { width, height, lumaStride, chromaStride } = frame;
  assertSize(width, height);
  if (lumaStride < width || chromaStride < width / 2) {
    throw new RangeError(
      `strides of a frame of width ${width} must be at least that, got ${lumaStride}, ${chromaStride}`,
    );
  }
  const chromaSize = chromaStride * (height / 2 - 1) + width / 2;
  const isBigEnough =
    frame.luma.length >= lumaStride * (height - 1) + width && Math.min(frame.cb.length, frame.cr.length) >= chromaSize;
  if (!isBigEnough) throw new RangeError(`planes are too small for a frame of ${width}x${height}`);
}

/** @throws RangeError for a size that 4:2:0 can't have, or that is larger than pictures are here */
export function assertSize(width: number, height: number): void {
  const isEven = (size: number) => Number.isInteger(size) && size > 0 && size % 2 === 0;
  if (!isEven(width) || !isEven(height)) throw new RangeError(`width and height must be even, got ${width}x${height}`);
  if (width > WIDEST || height > HIGHEST) {
    throw new RangeError(`a picture is at most ${WIDEST}x${HIGHEST}, got ${width}x${height}`);
  }
  if (width * height > MOST_PIXELS) {
    throw new RangeError(`a picture has at most ${MOST_PIXELS} pixels, got ${width}x${height}`);
  }
}

/** Copies the last rendered picture. */
export function copyOut(frame: YuvFrame): void {
  copyLuma(frame, PLANES.luma, 0, frame.height);
  copyChroma(frame, PLANES, 0, frame.height);
}

/** Copies rows without padding to rows of a frame. @param y the first one in the frame */
export function copyLuma({ luma, lumaStride, width }: YuvFrame, from: Uint8Array, y: number, rows: number): void {
  copyRows(from, width, rows, luma, y * lumaStride, lumaStride);
}

/** @param y, rows in rows of luma, even numbers */
export function copyChroma(
  { cb, chromaStride, cr, width }: YuvFrame,
  from: Readonly<Record<'cb' | 'cr', Uint8Array>>,
  y: number,
  rows: number,
): void {
  const at = (y / 2) * chromaStride;
  copyRows(from.cb, width / 2, rows / 2, cb, at, chromaStride);
  copyRows(from.cr, width / 2, rows / 2, cr, at, chromaStride);
}

function copyRows(from: Uint8Array, width: number, rows: number, to: Uint8Array, at: number, stride: number): void {
  if (stride === width) {
    to.set(from.subarray(0, width * rows), at);
    return;
  }
  for (let row = 0; row < rows; row += 1) to.set(from.subarray(row * width, (row + 1) * width), at + row * stride);
}
