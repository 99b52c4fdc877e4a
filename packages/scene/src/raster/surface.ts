import type { Texture } from '../texture/texture-pool.ts';
import { DEPTH_ONE } from './planes.ts';

/** Perspective is exact at the ends of a segment of this many pixels, and linear between. */
const SEGMENT = 16;
/** Where depth hardly changes along a row, as on level ground seen without roll, segments are longer. */
const LONG_SEGMENT = 128;
/** Largest change of depth over such a segment: a texel is then missed by about half of it at most. */
const LEVEL_CHANGE = 0.04;

/** One over the pixels of a segment. */
const SHARE = Float64Array.from({ length: LONG_SEGMENT + 1 }, (_, count) => 1 / Math.max(1, count));
/**
 * Texture coordinates in the inner loops are integers that may wrap: the column of a texel is (ui >> 16) & mask, and its row times
 * the width of the texture is (vi >> 8) & (mask << bits). So no shift depends on the size of the texture.
 */
const PER_COLUMN = 1 << 16;
const PER_ROW = 1 << 8;
/** Nothing is further away than 1e6 m: keeps divisions finite at the horizon. */
const LEAST_INVERSE_DEPTH = 1e-6;
export const FOG_STEPS = 1024;
/** Mip levels are chosen a little coarser than texels per pixel: less flicker, and fewer bits when the video is coded. */
const BLUR = 1.5;
const UNEVEN_BITS = 7;
const UNEVEN_SIZE = 1 << UNEVEN_BITS;
const UNEVEN_MASK = UNEVEN_SIZE - 1;

/** How the air between takes away from what is seen, by distance. */
export interface Haze {
  /** What is left of 256, in steps of distance. */
  readonly left: Int32Array;
  /** Steps per metre. */
  stepsPerM: number;
  luma: number;
  cb: number;
  cr: number;
  /** What the thermal camera sees of the air itself, counts. */
  counts: number;
}

/**
 * All that a span needs to know of the face it belongs to. One object that is filled in again for every face: the inner loops
 * allocate nothing.
 */
export class Surface {
  /** Of the picture, pixels. */
  width = 0;
  height = 0;
  haze!: Haze;
  /** Light and dark patches that cover ground of all kinds, -127 to 127. */
  uneven: Int8Array = new Int8Array(UNEVEN_SIZE * UNEVEN_SIZE);

  // Linear over the picture: inverse depth, and texture coordinates (in tiles) times inverse depth.
  iz0 = 0.5;
  izdx = 0.5;
  izdy = 0.5;
  uz0 = 0.5;
  uzdx = 0.5;
  uzdy = 0.5;
  vz0 = 0.5;
  vzdx = 0.5;
  vzdy = 0.5;

  texture!: Texture;
  /** Square of texels per pixel at 1 m, divided by the distance of the camera from the plane. */
  footprint = 0.5;
  /** Light on the surface, 256 shows the texture as it was painted. */
  gain = 256;
  chromaGain = 256;
  tintCb = 0;
  tintCr = 0;
  /** How much the patches show, and how large they are: in patch tiles per texture tile. */
  unevenness = 0;
  unevenPerU = 0.5;
  unevenPerV = 0.5;
  /** Warmth: counts at heat 0, and 256 times counts per step of heat. */
  baseCounts = 0;
  heatGain = 0;
  /** For blends: how dense at most, 0 to 256, and the colour. */
  density = 0;
  blendLuma = 0;
  blendCb = 0;
  blendCr = 0;
  blendCounts = 0;

  /** For the sky: how much of its own colour it has, of 256, by steps of inverse depth of the plane of clouds. */
  readonly skyClear = new Int32Array(256);
  /** For the thermal sky: counts by the same steps. */
  readonly skyCounts = new Int32Array(256);
  skySteps = 0.5;

  // A sprite: where it is in the picture, and its part in the row under way.
  spriteLeft = 0.5;
  spriteTop = 0.5;
  spriteRadiusX = 0.5;
  spriteRadiusY = 0.5;
  spriteFirst = 0;
  spriteLast = 0;
  rowStart = 0;
  rowEnd = 0;

  // The state of the segment under way.
  segment = SEGMENT;
  /** Nearness at the first pixel, and from one to the next. */
  near = 0;
  nearStep = 0;
  iz = 0.5;
  uz = 0.5;
  vz = 0.5;
  z = 0.5;
  u = 0.5;
  v = 0.5;
  ui = 0;
  vi = 0;
  du = 0;
  dv = 0;
  /** Texels per pixel, as area. */
  density2 = 0.5;
  level = 0;
  /** What the haze leaves of 256. */
  left = 256;
  patch = 0.5;
  patchStep = 0;
}

/** At the middle of the first pixel of a span of so many pixels. */
export function startSpan(s: Surface, y: number, x: number, end: number): void {
  const px = x + 0.5;
  const py = y + 0.5;
  s.iz = Math.max(LEAST_INVERSE_DEPTH, s.iz0 + s.izdx * px + s.izdy * py);
  s.uz = s.uz0 + s.uzdx * px + s.uzdy * py;
  s.vz = s.vz0 + s.vzdx * px + s.vzdy * py;
  s.z = 1 / s.iz;
  s.u = s.uz * s.z;
  s.v = s.vz * s.z;
  const change = Math.abs(s.izdx) * LONG_SEGMENT;
  const limit = LEVEL_CHANGE * (s.izdx < 0 ? s.iz + s.izdx * (end - x) : s.iz);
  s.segment = change < limit ? LONG_SEGMENT : change < 4 * limit ? LONG_SEGMENT / 4 : SEGMENT;
}

/** Pixels of the next segment. Segments begin at the same columns in every row, so that what is between is alike. */
export function segmentAt(s: Surface, x: number, end: number): number {
  const count = s.segment - (x & (s.segment - 1));
  return end - x < count ? end - x : count;
}

/** Sets coordinates, mip level and haze for the next `count` pixels, then goes to their end. */
export function stepSegment(s: Surface, count: number): void {
  const zStart = s.z;
  s.near = (s.iz * DEPTH_ONE) | 0;
  s.nearStep = (s.izdx * DEPTH_ONE) | 0;
  s.iz = Math.max(LEAST_INVERSE_DEPTH, s.iz + s.izdx * count);
  s.uz += s.uzdx * count;
  s.vz += s.vzdx * count;
  const z = 1 / s.iz;
  const u = s.uz * z;
  const v = s.vz * z;
  const middle = 0.5 * (zStart + z);
  setLevel(s, s.footprint * middle * middle * middle);
  const bits = s.texture.bits - s.level;
  const perU = (1 << bits) * PER_COLUMN;
  const perV = (1 << bits) * (1 << bits) * PER_ROW;
  const share = SHARE[count] as number;
  s.ui = (s.u * perU) | 0;
  s.vi = (s.v * perV) | 0;
  s.du = ((u - s.u) * perU * share) | 0;
  s.dv = ((v - s.v) * perV * share) | 0;
  s.u = u;
  s.v = v;
  s.z = z;
  setHaze(s, middle);
}

/** @param area texels per pixel, as area */
function setLevel(s: Surface, area: number): void {
  s.density2 = area;
  const blurred = area * BLUR;
  const level = blurred < 2 ? 0 : (32 - Math.clz32(Math.min(blurred, 1e9))) >> 1;
  s.level = level > s.texture.bits - 1 ? s.texture.bits - 1 : level;
}

/** What the haze leaves at a distance. */
export function setHaze(s: Surface, distanceM: number): void {
  const step = (distanceM * s.haze.stepsPerM) | 0;
  s.left = s.haze.left[step < FOG_STEPS ? step : FOG_STEPS - 1] as number;
}

/** Mip level, haze and steps of a sprite: its depth is the same all over. */
export function startSprite(s: Surface): void {
  s.near = (s.iz0 * DEPTH_ONE) | 0;
  const texels = 1 << s.texture.bits;
  setLevel(s, (texels * texels) / (4 * s.spriteRadiusX * s.spriteRadiusY));
  setHaze(s, 1 / s.iz0);
  const bits = s.texture.bits - s.level;
  s.du = (((1 << bits) * PER_COLUMN) / (2 * s.spriteRadiusX)) | 0;
  s.dv = (((1 << bits) * (1 << bits) * PER_ROW) / (2 * s.spriteRadiusY)) | 0;
}

/** The pixels of a sprite in one row: inside of its circle, and of the picture. False when there are none. */
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

/** Starts the light and dark patches of a span of ground; call after `startSpan`. */
export function startPatch(s: Surface): void {
  s.patchStep = 0;
  setPatch(s);
}

/** Patches over the next `count` pixels; call after `stepSegment`. Returns what the segment begins with. */
export function stepPatch(s: Surface, count: number): number {
  if (s.unevenness === 0) return 0;
  const start = s.patch;
  setPatch(s);
  s.patchStep = ((s.patch - start) / count) | 0;
  return start | 0;
}

/** In 1/256 of luma, between the points of the table. */
function setPatch(s: Surface): void {
  const x = s.u * s.unevenPerU * UNEVEN_SIZE;
  const y = s.v * s.unevenPerV * UNEVEN_SIZE;
  const left = Math.floor(x);
  const top = Math.floor(y);
  const fx = x - left;
  const fy = y - top;
  const column = left & UNEVEN_MASK;
  const next = (left + 1) & UNEVEN_MASK;
  const row = (top & UNEVEN_MASK) << UNEVEN_BITS;
  const below = ((top + 1) & UNEVEN_MASK) << UNEVEN_BITS;
  const table = s.uneven;
  const a = table[row | column] as number;
  const b = table[row | next] as number;
  const c = table[below | column] as number;
  const d = table[below | next] as number;
  const upper = a + (b - a) * fx;
  s.patch = s.unevenness * (upper + (c + (d - c) * fx - upper) * fy);
}

/** Draws the pixels of row `y` from `start` up to, without, `end`. Both are inside the picture. The seam for faster kernels. */
export type SpanFn = (surface: Surface, y: number, start: number, end: number) => void;

/** Draws a sprite whose place in the picture the surface has. */
export type SpriteFn = (surface: Surface) => void;

/** The ways in which a span or a sprite can be drawn. */
export interface SpanKernels {
  /** Ground: behind everything, with patches. */
  readonly ground: SpanFn;
  /** Ground covers with gaps. */
  readonly cover: SpanFn;
  /** Shadow on ground that has none yet. */
  readonly shade: SpanFn;
  readonly solid: SpanFn;
  /** Solid with gaps, as leaves. */
  readonly cutout: SpanFn;
  /** A face so small that one texel stands for all of it. */
  readonly plain: SpanFn;
  readonly sky: SpanFn;
  /** Leaves and flames. */
  readonly leaves: SpriteFn;
  /** In front of what is further away; hides nothing from what comes later. */
  readonly smoke: SpriteFn;
}
