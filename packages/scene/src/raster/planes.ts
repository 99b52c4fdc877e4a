import type { TexturePool } from '../texture/texture-pool.ts';
import { COLOUR_TILES, HEAT_TILES, TILE_CHROMA, TILE_TEXELS } from './ground-texels.ts';
import { bytesAt, MOST_DRAWN, MOST_TEXELS, PLACE, shortsAt, signedShortsAt, wordsAt } from './memory.ts';

/**
 * What all pictures of a thread are drawn in before they are copied out, rows without gaps. One set for all renderers, because
 * drawing is never interrupted; and constants, because inner loops are nearly twice as fast when the compiler knows their arrays.
 * A module with inner loops therefore takes them into constants of its own.
 */
export const PLANES = {
  luma: bytesAt(PLACE.luma, MOST_DRAWN),
  cb: bytesAt(PLACE.cb, MOST_DRAWN / 4),
  cr: bytesAt(PLACE.cr, MOST_DRAWN / 4),
  /** Thermal counts. */
  counts: shortsAt(PLACE.counts, MOST_DRAWN),
  /** Nearness of every pixel, see DEPTH_ONE; 0 is ground or sky. */
  depth: wordsAt(PLACE.depth, MOST_DRAWN),
} as const;

/** The textures of the world that is drawn. Constants for the same reason. */
export const TEXELS = {
  luma: bytesAt(PLACE.texels, MOST_TEXELS),
  heat: bytesAt(PLACE.heatTexels, MOST_TEXELS),
  /** Cb below, Cr above: both are looked up, and lit, at once. */
  chroma: shortsAt(PLACE.colours, MOST_TEXELS / 4),
} as const;

/** The tiles of ground of all pictures of a thread. */
export const GROUND = {
  luma: bytesAt(PLACE.groundTexels, COLOUR_TILES * TILE_TEXELS),
  chroma: shortsAt(PLACE.groundColours, COLOUR_TILES * TILE_CHROMA),
  /** Steps of heat, as those of textures, but signed. */
  heat: signedShortsAt(PLACE.groundHeat, HEAT_TILES * TILE_TEXELS),
} as const;

/**
 * Depths are kept as whole numbers, inverse depth times this: whole numbers are compared faster, are linear over the picture, and are
 * exact to 1 mm at 300 m.
 */
export const DEPTH_ONE = 1 << 27;
/** Nearness of shaded ground: nothing that stands is so far away. */
export const SHADED = 1;

let loaded: TexturePool | undefined;

/** Makes the textures of a world the ones that are drawn with; they are copied only when another world was drawn before. */
export function loadTextures(pool: TexturePool): void {
  if (loaded === pool) return;
  TEXELS.luma.set(pool.luma);
  TEXELS.heat.set(pool.heat);
  const { cb, cr } = pool;
  for (let at = 0; at < cb.length; at += 1) TEXELS.chroma[at] = (cb[at] as number) | ((cr[at] as number) << 8);
  loaded = pool;
}

/** Distance along the optical axis of what stands at a pixel of the picture drawn last, metres; undefined for ground and sky. */
export function depthOf(pixel: number): number | undefined {
  const near = PLANES.depth[pixel] ?? 0;
  return near > SHADED ? DEPTH_ONE / near : undefined;
}
