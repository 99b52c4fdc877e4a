import type { YuvFrame } from '@kitestring/video-scene/raster/canvas.ts';

/** How a camera renders its pictures, each 0 to 100; 50 leaves them as they are. */
export interface PictureLook {
  readonly brightness: number;
  readonly contrast: number;
  /** Without effect on a picture in grey. */
  readonly saturation: number;
}

export const NEUTRAL_LOOK: PictureLook = { brightness: 50, contrast: 50, saturation: 50 };

/** Levels of luma in limited range. */
const LUMA = { black: 16, white: 235 };
const CHROMA = { least: 16, most: 240, grey: 128 };
const MIDDLE = (LUMA.black + LUMA.white) / 2;
/** Most levels by which the brightness shifts. */
const SHIFT = 100;
/** Most factor, and one over the least, of the contrast. */
const GAIN = 3;

interface LookTables {
  readonly look: PictureLook;
  readonly luma: Uint8Array;
  readonly chroma: Uint8Array;
}

let latest: LookTables | undefined;

/** Changes a picture in place. */
export function applyLook(frame: YuvFrame, look: PictureLook): void {
  const isSame = latest?.look.brightness === look.brightness && latest.look.contrast === look.contrast;
  const tables = isSame && latest?.look.saturation === look.saturation ? latest : lookTables(look);
  latest = tables;
  if (look.brightness !== 50 || look.contrast !== 50) translate(frame.luma, tables.luma);
  if (look.saturation !== 50) {
    translate(frame.cb, tables.chroma);
    translate(frame.cr, tables.chroma);
  }
}

/** Padding of the rows is changed too, which nothing shows. */
function translate(plane: Uint8Array, table: Uint8Array): void {
  for (let at = 0; at < plane.length; at += 1) plane[at] = table[plane[at] ?? 0] ?? 0;
}

function lookTables(look: PictureLook): LookTables {
  const gain = GAIN ** ((look.contrast - 50) / 50);
  const shift = (SHIFT * (look.brightness - 50)) / 50;
  const colour = look.saturation / 50;
  const table = (of: (value: number) => number, least: number, most: number) =>
    Uint8Array.from({ length: 256 }, (_, value) => Math.round(Math.min(most, Math.max(least, of(value)))));
  return {
    look,
    luma: table((value) => MIDDLE + (value - MIDDLE) * gain + shift, LUMA.black, LUMA.white),
    chroma: table((value) => CHROMA.grey + (value - CHROMA.grey) * colour, CHROMA.least, CHROMA.most),
  };
}
