import { type Code, f64, i32, v128 } from '../wasm/instructions.ts';
import type { Local, ProgramFunction } from '../wasm/program.ts';
import { doubleAt, wordAt } from './state.ts';

/** Behaviour of a pixel loop; known when its code is generated. */
export interface PixelLook {
  /** Output: luma and chroma, or counts of temperature. */
  readonly target: 'colour' | 'counts';
  /** Input texels: colours or heat of objects, of the ground, or luma as a density. */
  readonly source: 'things' | 'ground' | 'measure';
  /** Solid objects test and write depth; smoke only tests it and blends; the rest ignores depth. */
  readonly depth: 'solid' | 'smoke' | 'none';
  /** Skips pixels where the texture is clear. */
  readonly hasGaps: boolean;
  /** Blends between texels where `isNear` is not 0. */
  readonly canBlend: boolean;
  /** Rows of the texture are parallel to those of the picture. */
  readonly isUpright?: boolean;
}

/** Variables of a row of pixels. */
export interface PixelRow {
  readonly y: Local;
  readonly x: Local;
  readonly count: Local;
  /** Address bits of the mip level. */
  readonly bits: Local;
  readonly lumaAt: Local;
  readonly chromaAt: Local;
  /** Light, in 1/256: value = base + gain * texel. For smoke: colour and density. */
  readonly base: Local;
  readonly gain: Local;
  readonly chromaGain: Local;
  readonly blueBase: Local;
  readonly redBase: Local;
  /** Texture coordinates at the first pixel, and from one to the next. */
  readonly ui: Local;
  readonly vi: Local;
  readonly du: Local;
  readonly dv: Local;
  readonly near: Local;
  readonly nearStep: Local;
  readonly isNear: Local;
}

export const startRow = (f: ProgramFunction, y: Local): PixelRow => ({
  y,
  x: f.i32(),
  count: f.i32(),
  bits: f.i32(),
  lumaAt: f.i32(),
  chromaAt: f.i32(),
  base: f.i32(),
  gain: f.i32(),
  chromaGain: f.i32(),
  blueBase: f.i32(),
  redBase: f.i32(),
  ui: f.i32(),
  vi: f.i32(),
  du: f.i32(),
  dv: f.i32(),
  near: f.i32(),
  nearStep: f.i32(),
  isNear: f.i32(),
});

/** Numbers. */
export const k = i32.const;
export const ratio = f64.const;
/** Values stored for the program. */
export const word = (name: Parameters<typeof wordAt>[0]): Code => i32.load(k(0), wordAt(name));
export const double = (name: Parameters<typeof doubleAt>[0]): Code => f64.load(k(0), doubleAt(name));
/** Four whole numbers in a vector. */
export const four = (...values: readonly [number, number, number, number]): Code =>
  v128.const([...new Uint8Array(Int32Array.from(values).buffer)]);

export const FIRST_FOUR = four(0, 1, 2, 3);
export const NEXT_FOUR = four(4, 5, 6, 7);
export const NONE = four(0, 0, 0, 0);
