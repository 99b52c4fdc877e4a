import { makeMemory } from '../wasm/program.ts';
import { COLOUR_TILES, HEAT_TILES, TILE_BITS, TILE_CHROMA, TILE_TEXELS } from './ground-texels.ts';

/** The largest picture, pixels. */
export const MOST_PIXELS = 1920 * 1088;
/** With the margin that a moving picture is drawn with. */
export const MOST_DRAWN = (1920 + 64) * (1088 + 64);
export const MOST_TEXELS = 1 << 21;
export const NOISE_VALUES = 1 << 14;
/** Pixels of a row are no more. */
export const WIDEST = 4096;
/** Rows of a picture are no more. */
export const HIGHEST = 4096;
/** Inner loops work on groups of pixels: what they touch behind the last one belongs to nobody. */
const SLACK_BYTES = 64;

let end = 0;
function room(bytes: number): number {
  const at = end;
  end += Math.ceil((bytes + SLACK_BYTES) / 64) * 64;
  return at;
}

/** Where everything is that inner loops work with, bytes. Memory that no picture needs is never touched. */
export const PLACE = {
  /** Whole numbers about the face that is drawn, see SpanState. */
  state: room(256),
  /** Numbers with a fraction about it. */
  plane: room(128),
  haze: room(4 * 1024),
  /** Where the two sides of a face cross the middle of each row. */
  sideA: room(8 * HIGHEST),
  sideB: room(8 * HIGHEST),
  skyClear: room(4 * 256),
  skyCounts: room(4 * 256),
  luma: room(MOST_DRAWN),
  cb: room(MOST_DRAWN / 4),
  cr: room(MOST_DRAWN / 4),
  counts: room(2 * MOST_DRAWN),
  depth: room(4 * MOST_DRAWN),
  /** The picture as a shutter takes it, see exposure/shutter.ts, its table and its noise. */
  exposedLuma: room(MOST_DRAWN),
  exposedCb: room(MOST_DRAWN / 4),
  exposedCr: room(MOST_DRAWN / 4),
  exposedCounts: room(2 * MOST_DRAWN),
  shutter: room(5 * 64),
  grain: room(2 * (NOISE_VALUES + WIDEST + 16)),
  texels: room(MOST_TEXELS),
  heatTexels: room(MOST_TEXELS),
  colours: room(2 * (MOST_TEXELS / 4)),
  groundTexels: room(COLOUR_TILES * TILE_TEXELS),
  groundColours: room(2 * COLOUR_TILES * TILE_CHROMA),
  groundHeat: room(2 * HEAT_TILES * TILE_TEXELS),
  /** Light and dark patches of the tile that is painted, and where it lies in shadow: all bits, or none. */
  uneven: room(1 << (2 * TILE_BITS)),
  shadowMask: room(1 << (2 * TILE_BITS)),
  unevenPoints: room(2 * ((1 << TILE_BITS) / 8 + 1) ** 2),
  /** Thermal noise; the beginning once more at the end, so that no row has to begin anew. */
  noise: room(2 * (NOISE_VALUES + WIDEST)),
  lumaOfCount: room(65_536),
  cbOfCount: room(65_536),
  crOfCount: room(65_536),
} as const;

/** One for each thread: everything that is drawn with, and drawn in. */
export const MEMORY = makeMemory(end);
const { buffer } = MEMORY;

export const bytesAt = (at: number, length: number): Uint8Array<ArrayBuffer> => new Uint8Array(buffer, at, length);
export const shortsAt = (at: number, length: number): Uint16Array<ArrayBuffer> => new Uint16Array(buffer, at, length);
export const signedBytesAt = (at: number, length: number): Int8Array<ArrayBuffer> => new Int8Array(buffer, at, length);
export const signedShortsAt = (at: number, length: number): Int16Array<ArrayBuffer> =>
  new Int16Array(buffer, at, length);
export const wordsAt = (at: number, length: number): Int32Array<ArrayBuffer> => new Int32Array(buffer, at, length);
export const doublesAt = (at: number, length: number): Float64Array<ArrayBuffer> =>
  new Float64Array(buffer, at, length);
