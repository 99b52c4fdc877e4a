import type { YuvFrame } from '../raster/canvas.ts';
import { GLYPH_ADVANCE, GLYPH_HEIGHT, GLYPH_WIDTH, glyphOf } from './font.ts';

/** What the display shows. */
export interface DisplayValues {
  readonly unixMs: number;
  /** Degrees clockwise from North; any turn. */
  readonly panDeg: number;
  readonly tiltDeg: number;
  readonly zoom: number;
  readonly altitudeM: number;
}

const TEXT_LUMA = 225;
/** Behind the text, the picture keeps so much of its brightness, of 256. */
const KEPT = 120;
const MARGIN = 3;

/** Writes time, pan, tilt, zoom and altitude into the lower left corner. */
export function drawDisplay(frame: YuvFrame, values: DisplayValues): void {
  const lines = linesOf(values);
  const scale = Math.max(1, Math.floor(frame.height / 300));
  const lineHeight = (GLYPH_HEIGHT + 2) * scale;
  const top = frame.height - MARGIN * scale - lines.length * lineHeight;
  lines.forEach((line, index) => {
    drawText(frame, line, MARGIN * scale, top + index * lineHeight, scale);
  });
}

/** The text of the display, line by line. */
export function linesOf({ unixMs, panDeg, tiltDeg, zoom, altitudeM }: DisplayValues): readonly [string, string] {
  const time = new Date(unixMs).toISOString();
  const pan = ((panDeg % 360) + 360) % 360;
  return [
    `${time.slice(0, 10)} ${time.slice(11, 21)}Z`,
    `PAN ${signless(pan, 5)}° TILT ${tiltDeg.toFixed(1)}° ZOOM ${zoom.toFixed(1)}X ALT ${altitudeM.toFixed(1)} M`,
  ];
}

const signless = (value: number, length: number): string => value.toFixed(1).padStart(length, '0');

/** Writes a line of text on a darkened ground; what does not fit is cut off. */
export function drawText(frame: YuvFrame, text: string, left: number, top: number, scale: number): void {
  darken(frame, left - scale, top - scale, text.length * GLYPH_ADVANCE * scale + scale, (GLYPH_HEIGHT + 2) * scale);
  for (let index = 0; index < text.length; index += 1) {
    const glyph = glyphOf(text[index] as string);
    if (glyph === undefined) continue;
    const x = left + index * GLYPH_ADVANCE * scale;
    glyph.forEach((bits, row) => {
      for (let column = 0; column < GLYPH_WIDTH; column += 1) {
        if (bits & (1 << (GLYPH_WIDTH - 1 - column))) fill(frame, x + column * scale, top + row * scale, scale);
      }
    });
  }
}

function fill(frame: YuvFrame, left: number, top: number, size: number): void {
  for (let y = Math.max(0, top); y < Math.min(frame.height, top + size); y += 1) {
    for (let x = Math.max(0, left); x < Math.min(frame.width, left + size); x += 1) {
      frame.luma[y * frame.lumaStride + x] = TEXT_LUMA;
    }
  }
}

function darken(frame: YuvFrame, left: number, top: number, width: number, height: number): void {
  const [right, bottom] = [Math.min(frame.width, left + width), Math.min(frame.height, top + height)];
  for (let y = Math.max(0, top); y < bottom; y += 1) {
    for (let x = Math.max(0, left); x < right; x += 1) {
      const at = y * frame.lumaStride + x;
      frame.luma[at] = 16 + ((((frame.luma[at] as number) - 16) * KEPT) >> 8);
      if ((x | y) & 1) continue;
      const chroma = (y >> 1) * frame.chromaStride + (x >> 1);
      frame.cb[chroma] = 128;
      frame.cr[chroma] = 128;
    }
  }
}
