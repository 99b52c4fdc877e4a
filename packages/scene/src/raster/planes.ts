import type { TexturePool } from '../texture/texture-pool.ts';

/** The largest picture, pixels. */
export const MOST_PIXELS = 1920 * 1088;
const MOST_TEXELS = 1 << 21;

/**
 * What all pictures of a thread are drawn in before they are copied out, rows without gaps. One set for all renderers, because
 * drawing is never interrupted; and constants, because inner loops are nearly twice as fast when the compiler knows their arrays.
 * A module with inner loops therefore takes them into constants of its own.
 */
export const PLANES = {
  luma: new Uint8Array(MOST_PIXELS),
  cb: new Uint8Array(MOST_PIXELS / 4),
  cr: new Uint8Array(MOST_PIXELS / 4),
  /** Thermal counts. */
  counts: new Uint16Array(MOST_PIXELS),
  /** Nearness of every pixel, see DEPTH_ONE; 0 is ground or sky. */
  depth: new Int32Array(MOST_PIXELS),
} as const;

/** The textures of the world that is drawn. Constants for the same reason. */
export const TEXELS: TexturePool = {
  luma: new Uint8Array(MOST_TEXELS),
  heat: new Uint8Array(MOST_TEXELS),
  cb: new Uint8Array(MOST_TEXELS / 4),
  cr: new Uint8Array(MOST_TEXELS / 4),
};

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
  TEXELS.cb.set(pool.cb);
  TEXELS.cr.set(pool.cr);
  loaded = pool;
}

/** Distance along the optical axis of what stands at a pixel of the picture drawn last, metres; undefined for ground and sky. */
export function depthOf(pixel: number): number | undefined {
  const near = PLANES.depth[pixel] ?? 0;
  return near > SHADED ? DEPTH_ONE / near : undefined;
}
