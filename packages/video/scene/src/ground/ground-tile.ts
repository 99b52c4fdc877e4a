import { TILE_BITS } from '../raster/ground-texels.ts';

/** Texels along a side. */
export const TILE_SIZE = 1 << TILE_BITS;
/**
 * Texels at each edge that duplicate the neighbours: look-ups slightly beyond the edge, or between texels, are right.
 * One of them remains two mip levels up.
 */
export const GUTTER = 4;
export const INNER_SIZE = TILE_SIZE - 2 * GUTTER;

/** A square of ground to be painted, in the frame of the grid. Reused for every tile. */
export interface GroundTile {
  /** Lower corner without the gutter, metres. */
  fromX: number;
  fromY: number;
  sizeM: number;
}

/** Centre of the first texel, and metres per texel; rows go down, y goes up. */
export interface TexelGrid {
  left: number;
  top: number;
  stepM: number;
}

export function texelGrid({ fromX, fromY, sizeM }: GroundTile, out: TexelGrid): TexelGrid {
  out.stepM = sizeM / INNER_SIZE;
  out.left = fromX + (0.5 - GUTTER) * out.stepM;
  out.top = fromY + sizeM - (0.5 - GUTTER) * out.stepM;
  return out;
}
