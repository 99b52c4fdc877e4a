import type { Face, Material } from '../raster/face.ts';

/** A rectangle of the ground with its material, in the frame of the grid. */
export interface GroundPatch {
  readonly fromX: number;
  readonly toX: number;
  readonly fromY: number;
  readonly toY: number;
  readonly material: Material;
  /** Texture coordinates: u = ux x + uy y + u0. */
  readonly ux: number;
  readonly uy: number;
  readonly u0: number;
  readonly vx: number;
  readonly vy: number;
  readonly v0: number;
  /** Texture tiles per square metre. */
  readonly tilesPerM2: number;
}

/** @throws RangeError for a face that is not on the ground */
export function groundPatch(face: Face): GroundPatch {
  const { corners, material, uAxis, vAxis, uStart, vStart } = face;
  const xs = corners.filter((_, index) => index % 3 === 0);
  const ys = corners.filter((_, index) => index % 3 === 1);
  if (corners.some((value, index) => index % 3 === 2 && value !== 0))
    throw new RangeError('a patch lies on the ground');
  return {
    fromX: Math.min(...xs),
    toX: Math.max(...xs),
    fromY: Math.min(...ys),
    toY: Math.max(...ys),
    material,
    ux: uAxis[0] ?? 0,
    uy: uAxis[1] ?? 0,
    u0: uStart,
    vx: vAxis[0] ?? 0,
    vy: vAxis[1] ?? 0,
    v0: vStart,
    tilesPerM2: face.perU * face.perV,
  };
}
