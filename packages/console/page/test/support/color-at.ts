import { inflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';

/** Colour of a pixel of the page as it is on the screen: what is drawn by WebGL too. */
export async function colorAt(page: Page, x: number, y: number): Promise<readonly [number, number, number]> {
  const png = await page.screenshot({ clip: { x: Math.round(x), y: Math.round(y), width: 1, height: 1 } });
  // For a single pixel every filter of PNG leaves the values unchanged.
  const [, red = 0, green = 0, blue = 0] = inflateSync(Buffer.concat(dataChunks(png)));
  return [red, green, blue];
}

const SIGNATURE_BYTES = 8;
/** Length and type before the data of a chunk, check sum behind it. */
const AROUND_BYTES = 12;

function dataChunks(png: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  for (let at = SIGNATURE_BYTES; at < png.length; at += AROUND_BYTES + png.readUInt32BE(at)) {
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(data);
  }
  return parts;
}
