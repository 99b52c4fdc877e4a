/** Log2 of the texels along a side of a tile of ground. */
export const TILE_BITS = 8;
/** Texels of all mip levels of a tile, and of its chroma, which has half the resolution. */
export const TILE_TEXELS = ((1 << (2 * TILE_BITS + 2)) - 1) / 3;
export const TILE_CHROMA = ((1 << (2 * TILE_BITS)) - 1) / 3;
/** Number of cached tiles: a picture of 1920x1080 needs about 200, a thermal one of 640x512 about 60. */
export const COLOUR_TILES = 256;
export const HEAT_TILES = 112;
