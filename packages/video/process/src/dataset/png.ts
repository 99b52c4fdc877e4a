import { crc32, deflateSync } from 'node:zlib';
import type { YuvFrame } from '@kitestring/video-scene/raster/canvas.ts';

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const GREY = 0;
const RGB = 2;

/** A frame as a PNG, converted from BT.709 in limited range: RGB, or its luma alone as grey. Equal frames give equal bytes. */
export function encodePng(frame: YuvFrame, isGrey: boolean): Buffer {
  const { height, width } = frame;
  const bytes = isGrey ? 1 : 3;
  const stride = 1 + bytes * width;
  const rows = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y += 1) {
    const row = y * stride;
    for (let x = 0; x < width; x += 1) {
      if (isGrey) rows[row + 1 + x] = limited((255 / 219) * (frame.luma[y * frame.lumaStride + x]! - 16));
      else putPixel(frame, x, y, rows, row + 1 + 3 * x);
    }
    filterRow(rows, row, stride, bytes);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, isGrey ? GREY : RGB, 0, 0, 0], 8);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 6 })), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([SIGNATURE, ...parts]);
}

function putPixel(frame: YuvFrame, x: number, y: number, out: Buffer, at: number): void {
  const luma = (255 / 219) * (frame.luma[y * frame.lumaStride + x]! - 16);
  const chroma = (y >> 1) * frame.chromaStride + (x >> 1);
  const cb = (255 / 224) * (frame.cb[chroma]! - 128);
  const cr = (255 / 224) * (frame.cr[chroma]! - 128);
  out[at] = limited(luma + 1.5748 * cr);
  out[at + 1] = limited(luma - 0.1873 * cb - 0.4681 * cr);
  out[at + 2] = limited(luma + 1.8556 * cb);
}

const limited = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));

/** PNG filter "sub": the difference to the pixel before compresses better. */
function filterRow(rows: Buffer, row: number, stride: number, bytes: number): void {
  rows[row] = 1;
  for (let at = row + stride - 1; at > row + bytes; at -= 1) rows[at] = (rows[at]! - rows[at - bytes]!) & 255;
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const out = Buffer.alloc(8 + body.length);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), 4 + body.length);
  return out;
}
