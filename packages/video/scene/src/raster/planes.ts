import { MOST_TEXELS } from '../texture/texture-memory.ts';
import type { TexturePool } from '../texture/texture-pool.ts';
import { COLOUR_TILES, HEAT_TILES, TILE_CHROMA, TILE_TEXELS } from './ground-texels.ts';
import { bytesAt, MOST_DRAWN, PLACE, shortsAt, signedShortsAt, wordsAt } from './memory.ts';

/**
 * Target of all rendering of a thread, before it is copied out; rows without padding. Shared by all renderers, because
 * rendering is never interrupted; constants, because inner loops are nearly twice as fast when the compiler knows
 * their arrays. A module with inner loops therefore copies them to constants of its own.
 */
export const PLANES = {
  luma: bytesAt(PLACE.luma, MOST_DRAWN),
  cb: bytesAt(PLACE.cb, MOST_DRAWN / 4),
  cr: bytesAt(PLACE.cr, MOST_DRAWN / 4),
  /** Thermal counts. */
  counts: shortsAt(PLACE.counts, MOST_DRAWN),
  /** Inverse depth of every pixel above that of the ground, see DEPTHS; ground or sky is at it or below. */
  depth: wordsAt(PLACE.depth, MOST_DRAWN),
} as const;

/** Textures of the current world. Constants for the same reason. */
export const TEXELS = {
  luma: bytesAt(PLACE.texels, MOST_TEXELS),
  heat: bytesAt(PLACE.heatTexels, MOST_TEXELS),
  /** Cb in the lower, Cr in the upper half: both are read and lit at once. */
  chroma: shortsAt(PLACE.colours, MOST_TEXELS / 4),
} as const;

/** The tiles of ground of all pictures of a thread. */
export const GROUND = {
  luma: bytesAt(PLACE.groundTexels, COLOUR_TILES * TILE_TEXELS),
  chroma: shortsAt(PLACE.groundColours, COLOUR_TILES * TILE_CHROMA),
  /** Steps of heat, as in textures, but signed. */
  heat: signedShortsAt(PLACE.groundHeat, HEAT_TILES * TILE_TEXELS),
} as const;

/**
 * Depth is stored as an integer, inverse depth times this: integers compare faster, are linear in the picture, and are
 * exact to 1 mm at 300 m.
 */
export const DEPTH_ONE = 1 << 27;
/** Inverse depth of shaded ground above that of the ground: no object is that far away. */
export const SHADED = 1;

/** Exceeds all inverse depths of a picture: nothing is drawn closer than 0.15 m. */
const DEPTH_RANGE = 2 ** 30;
/** All its bytes are equal, so that filling memory with it is fast. */
const LOWEST = 0x8080_8080 | 0;
const HIGHEST_GROUND = 2 ** 31 - 0.99 * DEPTH_RANGE;

/**
 * The depth of ground and sky. Each picture has it above all depths of the one before, so that the buffer, 4 MB, is
 * cleared for one picture in four only.
 */
export const DEPTHS = { ground: LOWEST };
const depthBytes = bytesAt(PLACE.depth, 4 * MOST_DRAWN);
let mostPixels = 0;
let drawn = 0;

/** Number of pictures that were begun in the planes. */
export const drawnPictures = (): number => drawn;

/** Called before each picture: all pixels are ground or sky. */
export function clearDepths(pixels: number): void {
  if (pixels > mostPixels) depthBytes.fill(LOWEST, 4 * mostPixels, 4 * pixels);
  mostPixels = Math.max(mostPixels, pixels);
  drawn += 1;
  DEPTHS.ground += DEPTH_RANGE;
  if (DEPTHS.ground < HIGHEST_GROUND) return;
  DEPTHS.ground = LOWEST;
  depthBytes.fill(LOWEST, 0, 4 * mostPixels);
}

/** Instead of clearing: the depths are those of a cached picture. @param ground their ground depth */
export function restoreDepths(pixels: number, ground: number): void {
  drawn += 1;
  depthBytes.fill(LOWEST, 4 * pixels, 4 * mostPixels);
  mostPixels = Math.max(mostPixels, pixels);
  DEPTHS.ground = ground;
}

/** Inverse depth at a pixel of the last picture; 0 for ground and sky. */
export const inverseDepthAt = (pixel: number): number => Math.max(0, (PLANES.depth[pixel] ?? LOWEST) - DEPTHS.ground);

let loaded: TexturePool | undefined;

/** Loads the textures of a world; copied only when it changes. */
export function loadTextures(pool: TexturePool): void {
  if (loaded === pool) return;
  TEXELS.luma.set(pool.luma);
  TEXELS.heat.set(pool.heat);
  const { cb, cr } = pool;
  for (let at = 0; at < cb.length; at += 1) TEXELS.chroma[at] = cb[at]! | (cr[at]! << 8);
  loaded = pool;
}

/** Distance along the optical axis at a pixel of the last picture, metres; undefined for ground and sky. */
export function depth(pixel: number): number | undefined {
  const near = inverseDepthAt(pixel);
  return near > SHADED ? DEPTH_ONE / near : undefined;
}
