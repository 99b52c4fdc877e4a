import { TILE_BITS } from '../raster/ground-texels.ts';

/** Texels along a side. */
export const TILE_SIZE = 1 << TILE_BITS;
/**
 * Texels at each edge that belong to the neighbours: what is looked up a little beyond the edge, or between texels, is right. One is
 * left of them two mip levels further on.
 */
export const GUTTER = 4;
export const INNER_SIZE = TILE_SIZE - 2 * GUTTER;

/** A square of ground, in the frame of the grid, as it is to be painted. Filled in again for every tile. */
export interface GroundTile {
  /** Its lowest corner without the gutter, metres. */
  fromX: number;
  fromY: number;
  sizeM: number;
}

/** Where the middle of its first texel is, and metres from one to the next; rows go down, y goes up. */
export interface TexelGrid {
  left: number;
  top: number;
  stepM: number;
}

export function texelGridOf({ fromX, fromY, sizeM }: GroundTile, out: TexelGrid): TexelGrid {
  out.stepM = sizeM / INNER_SIZE;
  out.left = fromX + (0.5 - GUTTER) * out.stepM;
  out.top = fromY + sizeM - (0.5 - GUTTER) * out.stepM;
  return out;
}
