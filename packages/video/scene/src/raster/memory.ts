import { MOST_TEXELS } from '../texture/texture-memory.ts';
import { makeMemory } from '../wasm/program.ts';
import { COLOUR_TILES, HEAT_TILES, TILE_BITS, TILE_CHROMA, TILE_TEXELS } from './ground-texels.ts';

/** The largest picture, pixels. */
export const MOST_PIXELS = 1920 * 1088;
/** Including the margin of a moving picture. */
export const MOST_DRAWN = (1920 + 64) * (1088 + 64);
export const NOISE_VALUES = 1 << 14;
/** Maximum number of pixels per row. */
export const WIDEST = 4096;
/** Maximum number of rows. */
export const HIGHEST = 4096;
/** Inner loops work on groups of pixels and may write this far beyond the last one. */
const SLACK_BYTES = 64;

let end = 0;
function room(bytes: number): number {
  const at = end;
  end += Math.ceil((bytes + SLACK_BYTES) / 64) * 64;
  return at;
}

/** Memory layout of the inner loops, bytes. Unused memory is never touched. */
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
  /** Sixteen rows of the exposed picture (see exposure/shutter.ts), its table and its noise. */
  exposedLuma: room(16 * WIDEST),
  exposedCb: room(4 * WIDEST),
  exposedCr: room(4 * WIDEST),
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
  /** Thermal noise; its beginning is repeated at the end, so that no row wraps. */
  noise: room(2 * (NOISE_VALUES + WIDEST)),
  lumaOfCount: room(65_536),
  cbOfCount: room(65_536),
  crOfCount: room(65_536),
} as const;

export type PlaneOf = 'luma' | 'cb' | 'cr' | 'depth';
const keptPlace = (): Readonly<Record<PlaneOf, number>> => ({
  luma: room(MOST_DRAWN),
  cb: room(MOST_DRAWN / 4),
  cr: room(MOST_DRAWN / 4),
  depth: room(4 * MOST_DRAWN),
});
/** Two pictures of static objects, see render/kept-backgrounds.ts. */
export const KEPT_PLACES = [keptPlace(), keptPlace()];

/** One per thread: inputs and outputs of all rendering. */
export const MEMORY = makeMemory(end);
const { buffer } = MEMORY;

export const bytesAt = (at: number, length: number): Uint8Array<ArrayBuffer> => new Uint8Array(buffer, at, length);
export const shortsAt = (at: number, length: number): Uint16Array<ArrayBuffer> => new Uint16Array(buffer, at, length);
export const signedShortsAt = (at: number, length: number): Int16Array<ArrayBuffer> =>
  new Int16Array(buffer, at, length);
export const wordsAt = (at: number, length: number): Int32Array<ArrayBuffer> => new Int32Array(buffer, at, length);
export const doublesAt = (at: number, length: number): Float64Array<ArrayBuffer> =>
  new Float64Array(buffer, at, length);
