import { writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import type { YuvFrame } from '../src/raster/canvas.ts';

/** Writes a frame as a PNG, converted from BT.709 to RGB. */
export function writePng(file: string, frame: YuvFrame): void {
  const { width, height } = frame;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0; y < height; y += 1) {
    const row = y * (1 + 3 * width);
    for (let x = 0; x < width; x += 1) putPixel(frame, x, y, rows, row + 1 + 3 * x);
    filterRow(rows, row, 3 * width);
  }
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))];
  writeFileSync(file, Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), ...parts]));
}

function putPixel(frame: YuvFrame, x: number, y: number, out: Buffer, at: number): void {
  const luma = (255 / 219) * ((frame.luma[y * frame.lumaStride + x] ?? 0) - 16);
  const chroma = (y >> 1) * frame.chromaStride + (x >> 1);
  const cb = (255 / 224) * ((frame.cb[chroma] ?? 128) - 128);
  const cr = (255 / 224) * ((frame.cr[chroma] ?? 128) - 128);
  out[at] = limit(luma + 1.5748 * cr);
  out[at + 1] = limit(luma - 0.1873 * cb - 0.4681 * cr);
  out[at + 2] = limit(luma + 1.8556 * cb);
}

/** PNG filter "sub": the difference to the pixel before compresses better. */
function filterRow(rows: Buffer, row: number, length: number): void {
  rows[row] = 1;
  for (let at = row + length; at > row + 3; at -= 1) rows[at] = ((rows[at] ?? 0) - (rows[at - 3] ?? 0)) & 255;
}

const limit = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), out.length - 4);
  return out;
}
