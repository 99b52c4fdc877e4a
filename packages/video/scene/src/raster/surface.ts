import type { Texture } from '../texture/texture-pool.ts';
import { doublesAt, PLACE, wordsAt } from './memory.ts';
import {
  BLEND_BELOW,
  BLUR,
  FOG_STEPS,
  LEAST_INVERSE_DEPTH,
  LEVEL_CHANGE,
  LONG_SEGMENT,
  SEGMENT,
  WHOLE,
} from './perspective.ts';
import { DEPTH_ONE, DEPTHS } from './planes.ts';

/** One over the pixels of a segment. */
const SHARE = Float64Array.from({ length: LONG_SEGMENT + 1 }, (_, count) => 1 / Math.max(1, count));
/**
 * Texture coordinates in the inner loops are integers that may wrap: the column of a texel is (ui >> 16) & mask, and
 * its row times the width of the texture is (vi >> 8) & (mask << bits). So no shift depends on the size of the
 * texture.
 */
export const PER_COLUMN = 1 << 16;
export const PER_ROW = 1 << 8;

/** Attenuation by the air, by distance. */
export interface Haze {
  /** Remaining contrast, of 256, in steps of distance. */
  readonly left: Int32Array;
  /** Steps per metre. */
  stepsPerM: number;
  luma: number;
  cb: number;
  cr: number;
  /** Thermal radiation of the air itself, counts. */
  counts: number;
}

/** Span data of the present face. One reused object: the inner loops allocate nothing. */
export class Surface {
  /** Size of the picture, pixels. */
  width = 0;
  height = 0;
  haze!: Haze;

  texture!: Texture;
  /** Light on the surface; 256 leaves the texture unchanged. */
  gain = 256;
  chromaGain = 256;
  tintCb = 0;
  tintCr = 0;
  /** Warmth: counts at heat 0, and 256 times counts per step of heat. */
  baseCounts = 0;
  heatGain = 0;
  /** For blends: maximum density, 0 to 256, and colour. */
  density = 0;
  blendLuma = 0;
  blendCb = 0;
  blendCr = 0;
  blendCounts = 0;

  /** Sky: visible share of its own colour, of 256, by steps of inverse depth of the cloud plane. */
  readonly skyClear = wordsAt(PLACE.skyClear, 256);
  /** For the thermal sky: counts by the same steps. */
  readonly skyCounts = wordsAt(PLACE.skyCounts, 256);
  skySteps = 0.5;

  // A sprite: its position in the picture, and its span in the present row.
  spriteLeft = 0.5;
  spriteTop = 0.5;
  spriteRadiusX = 0.5;
  spriteRadiusY = 0.5;
  spriteFirst = 0;
  spriteLast = 0;
  rowStart = 0;
  rowEnd = 0;

  // State of the present segment.
  segment = SEGMENT;
  /** 1 when all of the span is one segment. */
  whole = 0;
  /** Depth at the first pixel as in the planes, and its step per pixel. */
  near = 0;
  nearStep = 0;
  ui = 0;
  vi = 0;
  du = 0;
  dv = 0;
  /** 1 where single texels would show. */
  isNear = 0;
  level = 0;
  /** Contrast that the haze leaves, of 256. */
  left = 256;
}

/**
 * Plane of the face: inverse depth and texture coordinates u and v (in tiles) times inverse depth, each at the origin
 * of the picture, per column, per row; then the square of texels per pixel at 1 m, divided by the distance of the
 * camera from the plane. Floating-point numbers are in constant arrays: as object properties each access would be
 * indirect.
 */
export const PLANE = doublesAt(PLACE.plane, 16);

/** Start of the next segment: inverse depth, the coordinates times it, depth, the coordinates. */
const RUN = new Float64Array(6);

/** Starts at the centre of the first pixel of a span of this length. */
export function startSpan(s: Surface, y: number, x: number, end: number): void {
  const px = x + 0.5;
  const py = y + 0.5;
  const izdx = PLANE[1]!;
  const iz = Math.max(LEAST_INVERSE_DEPTH, PLANE[0]! + izdx * px + PLANE[2]! * py);
  const uz = PLANE[3]! + PLANE[4]! * px + PLANE[5]! * py;
  const vz = PLANE[6]! + PLANE[7]! * px + PLANE[8]! * py;
  const z = 1 / iz;
  RUN[0] = iz;
  RUN[1] = uz;
  RUN[2] = vz;
  RUN[3] = z;
  RUN[4] = uz * z;
  RUN[5] = vz * z;
  const count = end - x;
  const change = izdx < 0 ? -izdx : izdx;
  const least = izdx < 0 ? iz + izdx * count : iz;
  s.segment =
    change * LONG_SEGMENT < LEVEL_CHANGE * least
      ? LONG_SEGMENT
      : change * LONG_SEGMENT < 4 * LEVEL_CHANGE * least
        ? LONG_SEGMENT / 4
        : SEGMENT;
  s.whole = count <= LONG_SEGMENT && change * count * count < WHOLE * least ? 1 : 0;
}

/** Inverse depth where the next segment begins. */
export const inverseDepthNow = (): number => RUN[0]!;

/**
 * Sets coordinates, mip level and haze of the next segment. Segments start at the same columns in every row, so that
 * interpolation is consistent.
 * @returns its number of pixels
 */
export function nextSegment(s: Surface, x: number, end: number): number {
  let count = end - x;
  if (s.whole === 0) {
    const most = s.segment - (x & (s.segment - 1));
    if (most < count) count = most;
  }
  stepSegment(s, count);
  return count;
}

/** Sets coordinates, mip level and haze for the next `count` pixels, then goes to their end. */
function stepSegment(s: Surface, count: number): void {
  const izStart = RUN[0]!;
  const zStart = RUN[3]!;
  const uStart = RUN[4]!;
  const vStart = RUN[5]!;
  const izdx = PLANE[1]!;
  s.near = DEPTHS.ground + ((izStart * DEPTH_ONE) | 0);
  s.nearStep = (izdx * DEPTH_ONE) | 0;
  const iz = Math.max(LEAST_INVERSE_DEPTH, izStart + izdx * count);
  const uz = RUN[1]! + PLANE[4]! * count;
  const vz = RUN[2]! + PLANE[7]! * count;
  const z = 1 / iz;
  const u = uz * z;
  const v = vz * z;
  RUN[0] = iz;
  RUN[1] = uz;
  RUN[2] = vz;
  RUN[3] = z;
  RUN[4] = u;
  RUN[5] = v;
  const middle = 0.5 * (zStart + z);
  setLevel(s, PLANE[9]! * middle * middle * middle);
  const bits = s.texture.bits - s.level;
  const perU = (1 << bits) * PER_COLUMN;
  const perV = (1 << bits) * (1 << bits) * PER_ROW;
  const share = SHARE[count]!;
  s.ui = (uStart * perU) | 0;
  s.vi = (vStart * perV) | 0;
  s.du = ((u - uStart) * perU * share) | 0;
  s.dv = ((v - vStart) * perV * share) | 0;
  setHaze(s, middle);
}

/** @param area texels per pixel, as area */
function setLevel(s: Surface, area: number): void {
  s.isNear = area < BLEND_BELOW ? 1 : 0;
  s.level = mipLevel(area, s.texture.bits);
}

/** Which of the smaller pictures of a texture is used. @param area texels per pixel, as area */
export function mipLevel(area: number, bits: number): number {
  const blurred = area * BLUR;
  const level = blurred < 2 ? 0 : (32 - Math.clz32(Math.min(blurred, 1e9))) >> 1;
  return level > bits - 1 ? bits - 1 : level;
}

/** Sets the haze at a distance. */
export function setHaze(s: Surface, distanceM: number): void {
  const step = (distanceM * s.haze.stepsPerM) | 0;
  s.left = s.haze.left[step < FOG_STEPS ? step : FOG_STEPS - 1]!;
}

/** Mip level, haze and steps of a sprite: its depth is constant. */
export function startSprite(s: Surface, blendBelow = BLEND_BELOW): void {
  s.near = DEPTHS.ground + ((PLANE[0]! * DEPTH_ONE) | 0);
  const texels = 1 << s.texture.bits;
  const area = (texels * texels) / (4 * s.spriteRadiusX * s.spriteRadiusY);
  setLevel(s, area);
  s.isNear = area < blendBelow ? 1 : 0;
  setHaze(s, 1 / PLANE[0]!);
  const bits = s.texture.bits - s.level;
  s.du = (((1 << bits) * PER_COLUMN) / (2 * s.spriteRadiusX)) | 0;
  s.dv = (((1 << bits) * (1 << bits) * PER_ROW) / (2 * s.spriteRadiusY)) | 0;
}

/** Span of a sprite in one row: inside its circle and the picture. False when empty. */
export function aimSpriteRow(s: Surface, y: number): boolean {
  const down = (y + 0.5 - s.spriteTop) / s.spriteRadiusY - 1;
  const half = s.spriteRadiusX * Math.sqrt(1 - down * down);
  const middle = s.spriteLeft + s.spriteRadiusX;
  s.rowStart = Math.max(0, Math.ceil(middle - half - 0.5) | 0);
  s.rowEnd = Math.min(s.width, Math.ceil(middle + half - 0.5) | 0);
  s.ui = ((s.rowStart + 0.5 - s.spriteLeft) * s.du) | 0;
  s.vi = ((y + 0.5 - s.spriteTop) * s.dv) | 0;
  return s.rowStart < s.rowEnd;
}

/**
 * Draws the pixels of row `y` from `start` up to, not including, `end`. Both are inside the picture. Interface of the
 * SIMD kernels.
 */
export interface SpanFn {
  (surface: Surface, y: number, start: number, end: number): void;
  /** All rows of a face from `first` up to, not including, `end`: its sides are in memory, see PLACE. */
  readonly rows?: (first: number, end: number) => void;
}

/** Draws a sprite at the position in the surface. */
export type SpriteFn = (surface: Surface) => void;

/** Kernels for spans and sprites. */
export interface SpanKernels {
  /** Called before each picture, and before the spans of each face; sprites need neither. */
  readonly beginPicture?: (surface: Surface) => void;
  readonly beginFace?: (surface: Surface) => void;
  /** Ground: behind everything, with patches. */
  readonly ground: SpanFn;
  /** Ground covers with gaps. */
  readonly cover: SpanFn;
  /** Shadow on ground that has none yet. */
  readonly shade: SpanFn;
  readonly solid: SpanFn;
  /** Solid with gaps, such as leaves. */
  readonly cutout: SpanFn;
  /** A face so small that one texel stands for it. */
  readonly plain: SpanFn;
  readonly sky: SpanFn;
  /** Leaves and flames. */
  readonly leaves: SpriteFn;
  /** With depth test, but without writing depth. */
  readonly smoke: SpriteFn;
}

/** Spans that are too rare to be worth vector code. */
export type RareSpans = Pick<SpanKernels, 'shade' | 'plain'>;
