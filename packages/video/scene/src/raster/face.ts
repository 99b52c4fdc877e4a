import type { Texture } from '../texture/texture-pool.ts';

/** Temperature of a surface: at heat 0 and at heat 255 of its texture. */
export type Warmth =
  /** Air temperature, plus `sunC` at heat 255 in full sun. */
  | { readonly kind: 'weather'; readonly offsetC: number; readonly sunC: number }
  /** Above the air by `spanC` at heat 255, such as a car's bonnet. */
  | { readonly kind: 'engine'; readonly spanC: number }
  /** Independent of the weather. */
  | { readonly kind: 'own'; readonly lowC: number; readonly highC: number };

/** Material of a face. */
export interface Material {
  readonly texture: Texture;
  /** Texture at night, with lit windows. */
  readonly litTexture?: Texture;
  /** Transparent where its texture is clear. */
  readonly hasGaps: boolean;
  /** Self-luminous: unchanged in any light. */
  readonly isBright: boolean;
  /** Contrast of light and dark patches, luma in 1/256 of a step; ground only. */
  readonly unevenness: number;
  readonly warmth: Warmth;
}

/** A flat convex polygon of a body. Coordinates are metres in the frame of its body: x, y, up. */
export interface Face {
  /** x, y, up of each corner. */
  readonly corners: Float64Array;
  /** Unit normal, outwards. */
  readonly normal: Float64Array;
  /** Texture coordinates in tiles: u = uAxis . point + uStart. */
  readonly uAxis: Float64Array;
  readonly uStart: number;
  readonly vAxis: Float64Array;
  readonly vStart: number;
  /** Tiles per metre along u and v. */
  readonly perU: number;
  readonly perV: number;
  readonly isTwoSided: boolean;
  readonly material: Material;
}

/** A reusable face. */
export type MovableFace = { -readonly [Key in keyof Face]: Face[Key] };

export type Corner = readonly [x: number, y: number, up: number];

/** Mapping of a texture to a face. */
export interface Mapping {
  /** Texture tiles per metre along u and v. */
  readonly perU: number;
  readonly perV: number;
  /** Direction of u in the plane; undefined is that of the first edge. */
  readonly along?: Corner;
  /** The point where u and v are 0; undefined is the first corner. */
  readonly from?: Corner;
  readonly isTwoSided?: boolean;
}

/**
 * A face from its corners, anticlockwise as seen from outside. v goes down the face as seen from outside, a quarter
 * turn from u.
 * @throws RangeError for corners that do not span a plane
 */
export function makeFace(corners: readonly Corner[], material: Material, mapping: Mapping): Face {
  const [first, second, third] = corners;
  if (first === undefined || second === undefined || third === undefined)
    throw new RangeError('a face has 3 corners or more');
  const normal = unit(cross(minus(second, first), minus(third, first)));
  const u = unit(mapping.along ?? minus(second, first));
  const v = cross(u, normal);
  const from = mapping.from ?? first;
  const uAxis = scaled(u, mapping.perU);
  const vAxis = scaled(v, mapping.perV);
  return {
    corners: Float64Array.from(corners.flat()),
    normal: Float64Array.from(normal),
    uAxis: Float64Array.from(uAxis),
    uStart: -dot(uAxis, from),
    vAxis: Float64Array.from(vAxis),
    vStart: -dot(vAxis, from),
    perU: Math.abs(mapping.perU),
    perV: Math.abs(mapping.perV),
    isTwoSided: mapping.isTwoSided ?? false,
    material,
  };
}

const minus = (a: Corner, b: Corner): Corner => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Corner, b: Corner): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const scaled = (a: Corner, factor: number): Corner => [a[0] * factor, a[1] * factor, a[2] * factor];
const cross = (a: Corner, b: Corner): Corner => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function unit(a: Corner): Corner {
  const length = Math.hypot(...a);
  if (!(length > 1e-9)) throw new RangeError('the corners of a face lie on a line');
  return scaled(a, 1 / length);
}
