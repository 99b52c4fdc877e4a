import { doublesAt, PLACE, wordsAt } from '../raster/memory.ts';
import { FOG_STEPS } from '../raster/perspective.ts';
import { DEPTHS } from '../raster/planes.ts';
import type { Surface } from '../raster/surface.ts';
import type { Texture } from '../texture/texture-pool.ts';

const WORD_BYTES = 4;
const DOUBLE_BYTES = 8;
/** Mip levels of a texture, and one more. */
const LEVELS = 9;

/** Layout of a program's integers in memory. */
const WORDS = {
  width: 0,
  hazeLuma: 1,
  hazeCb: 2,
  hazeCr: 3,
  hazeCounts: 4,
  bits: 5,
  gain: 6,
  chromaGain: 7,
  tintCb: 8,
  tintCr: 9,
  baseCounts: 10,
  heatGain: 11,
  density: 12,
  blendLuma: 13,
  blendCb: 14,
  blendCr: 15,
  blendCounts: 16,
  near: 17,
  du: 18,
  dv: 19,
  level: 20,
  left: 21,
  firstRow: 22,
  endRow: 23,
  lumaAt: 24,
  chromaAt: 24 + LEVELS,
  ground: 24 + 2 * LEVELS,
  isNear: 25 + 2 * LEVELS,
} as const;
/** Layout of its floating-point numbers; the first ten are the plane of a face. */
const DOUBLES = {
  footprint: 9,
  stepsPerM: 10,
  spriteLeft: 11,
  spriteTop: 12,
  radiusX: 13,
  radiusY: 14,
  skySteps: 15,
} as const;

/** Address of a whole number. */
export const wordAt = (name: keyof typeof WORDS): number => PLACE.state + WORD_BYTES * WORDS[name];
/** Address of a number with a fraction; by number, one of the ten of the plane. */
export const doubleAt = (name: keyof typeof DOUBLES | number): number =>
  PLACE.plane + DOUBLE_BYTES * (typeof name === 'number' ? name : DOUBLES[name]);

const words = wordsAt(PLACE.state, WORDS.isNear + 1);
const doubles = doublesAt(PLACE.plane, 16);
const hazeLeft = wordsAt(PLACE.haze, FOG_STEPS);

/** Stores the values of a whole picture. */
export function storePicture({ haze, skySteps, width }: Surface): void {
  words[WORDS.width] = width;
  words[WORDS.ground] = DEPTHS.ground;
  words[WORDS.hazeLuma] = haze.luma;
  words[WORDS.hazeCb] = haze.cb;
  words[WORDS.hazeCr] = haze.cr;
  words[WORDS.hazeCounts] = haze.counts;
  doubles[DOUBLES.stepsPerM] = haze.stepsPerM;
  doubles[DOUBLES.skySteps] = skySteps;
  hazeLeft.set(haze.left);
}

/** The texture whose levels are stored: that of the face before is often the same. */
let stored: Texture | undefined;

/** Stores the values of a face. Its plane is stored already. */
export function storeFace(s: Surface): void {
  const { texture } = s;
  const { chromaAt, lumaAt } = texture;
  words[WORDS.bits] = texture.bits;
  words[WORDS.gain] = s.gain;
  words[WORDS.chromaGain] = s.chromaGain;
  words[WORDS.tintCb] = s.tintCb;
  words[WORDS.tintCr] = s.tintCr;
  words[WORDS.baseCounts] = s.baseCounts;
  words[WORDS.heatGain] = s.heatGain;
  words[WORDS.blendLuma] = s.blendLuma;
  words[WORDS.blendCb] = s.blendCb;
  words[WORDS.blendCr] = s.blendCr;
  if (texture === stored) return;
  stored = texture;
  for (let level = 0; level < lumaAt.length; level += 1) {
    words[WORDS.lumaAt + level] = lumaAt[level]!;
    words[WORDS.chromaAt + level] = chromaAt[level]!;
  }
}

/** Stores a sprite, whose mip level, haze and steps are set. */
export function storeSprite(s: Surface): void {
  storeFace(s);
  words[WORDS.density] = s.density;
  words[WORDS.blendCounts] = s.blendCounts;
  words[WORDS.near] = s.near;
  words[WORDS.du] = s.du;
  words[WORDS.dv] = s.dv;
  words[WORDS.level] = s.level;
  words[WORDS.left] = s.left;
  words[WORDS.isNear] = s.isNear;
  words[WORDS.firstRow] = s.spriteFirst;
  words[WORDS.endRow] = s.spriteLast;
  doubles[DOUBLES.spriteLeft] = s.spriteLeft;
  doubles[DOUBLES.spriteTop] = s.spriteTop;
  doubles[DOUBLES.radiusX] = s.spriteRadiusX;
  doubles[DOUBLES.radiusY] = s.spriteRadiusY;
}
