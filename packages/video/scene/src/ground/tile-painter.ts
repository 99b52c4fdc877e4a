import { TILE_CHROMA, TILE_TEXELS } from '../raster/ground-texels.ts';
import { bytesAt, MEMORY, PLACE, signedShortsAt } from '../raster/memory.ts';
import { GROUND } from '../raster/planes.ts';
import {
  halveColoursFunction,
  halveLumaFunction,
  shadeColoursFunction,
  shadeLumaFunction,
  unevenFunction,
} from '../simd/tile-functions.ts';
import { paintFunction } from '../simd/tile-paint-function.ts';
import { mix } from '../texture/tile-noise.ts';
import { runnable } from '../wasm/program.ts';
import { addFineGrain } from './fine-grain.ts';
import type { GroundPatch } from './ground-patch.ts';
import { type TexelGrid, TILE_SIZE } from './ground-tile.ts';

const BITS = 7;
const MASK = (1 << BITS) - 1;
/** Period of the table of light and dark patches, metres. */
const REPEATS_M = 260;
const PER_M = (1 << BITS) / REPEATS_M;
/** Grid spacing of the computed points, texels; linear in between. Values in 1/128. */
const APART = 8;
const POINTS = TILE_SIZE / APART + 1;
const UNIT = 128;

const points = signedShortsAt(PLACE.unevenPoints, POINTS * POINTS);

/** Sets the light and dark patches of one tile of ground, independent of its cover. @param table -127 to 127 */
function setUnevenness(table: Int8Array, { left, stepM, top }: TexelGrid): void {
  for (let row = 0; row < POINTS; row += 1) {
    const y = (top - row * APART * stepM) * PER_M;
    for (let column = 0; column < POINTS; column += 1) {
      points[row * POINTS + column] = UNIT * unevennessAt(table, (left + column * APART * stepM) * PER_M, y);
    }
  }
}

/** Between the points of the table. */
function unevennessAt(table: Int8Array, x: number, y: number): number {
  const column = Math.floor(x);
  const row = Math.floor(y);
  const upper = (row & MASK) << BITS;
  const lower = ((row + 1) & MASK) << BITS;
  const left = column & MASK;
  const right = (column + 1) & MASK;
  const a = mix(table[upper | left]!, table[upper | right]!, x - column);
  const b = mix(table[lower | left]!, table[lower | right]!, x - column);
  return mix(a, b, y - row);
}

// Module constants, so that the compiler sees them as constants: see PLANES.
const { luma, chroma, heat } = GROUND;
/** Shadow of a tile, 0 to 255. */
export const shadowMask = bytesAt(PLACE.shadowMask, TILE_SIZE * TILE_SIZE);

/* Paints patches into ground tiles by copying texels: textures and tiles lie on the same level ground. */

const run = runnable<
  'luma' | 'heat' | 'colours' | 'halveLuma' | 'halveColours' | 'shadeLuma' | 'shadeColours' | 'uneven'
>(MEMORY, [
  paintFunction('luma', 'luma'),
  paintFunction('heat', 'heat'),
  paintFunction('colours', 'colours'),
  halveLumaFunction('halveLuma'),
  halveColoursFunction('halveColours'),
  shadeLumaFunction('shadeLuma'),
  shadeColoursFunction('shadeColours'),
  unevenFunction('uneven'),
]);
const HALF_SIZE = TILE_SIZE / 2;
/** Below this many texture texels per tile texel (as area) texels are blended: they would show as squares. */
const BLEND_BELOW = 0.6;
/** Minimum row length for halving eight texels at a time. */
const GROUP = 8;
/** Default without any patch. */
const BARE = { luma: 104, cb: 112, cr: 131, heat: 90 } as const;

/** Initialises a tile: bare ground, and its unevenness. */
export function beginTile(kind: 'colour' | 'heat', slot: number, grid: TexelGrid, table: Int8Array): void {
  setUnevenness(table, grid);
  run.uneven();
  if (kind === 'colour') addFineGrain(grid);
  const start = slot * TILE_TEXELS;
  if (kind === 'heat') {
    heat.fill(BARE.heat, start, start + TILE_SIZE * TILE_SIZE);
    return;
  }
  luma.fill(BARE.luma, start, start + TILE_SIZE * TILE_SIZE);
  const chromaStart = slot * TILE_CHROMA;
  chroma.fill(BARE.cb | (BARE.cr << 8), chromaStart, chromaStart + HALF_SIZE * HALF_SIZE);
}

export function paintColour(slot: number, patch: GroundPatch, { left, stepM, top }: TexelGrid): void {
  paint(run.luma, patch, { left, top, stepM, size: TILE_SIZE, start: slot * TILE_TEXELS });
  const half = { left: left + 0.5 * stepM, top: top - 0.5 * stepM, stepM: 2 * stepM };
  // The same mip level as luma: chroma has half the resolution there too.
  paint(run.colours, patch, { ...half, size: HALF_SIZE, start: slot * TILE_CHROMA }, stepM);
}

export function paintHeat(slot: number, patch: GroundPatch, grid: TexelGrid): void {
  paint(run.heat, patch, { ...grid, size: TILE_SIZE, start: slot * TILE_TEXELS });
}

interface TileTarget extends TexelGrid {
  readonly size: number;
  /** Where it begins in its pool. */
  readonly start: number;
}

/** @param lumaStepM metres per texel of luma */
function paint(
  draw: (...args: number[]) => void,
  patch: GroundPatch,
  { left, size, start, stepM, top }: TileTarget,
  lumaStepM = stepM,
): void {
  const firstColumn = Math.max(0, Math.ceil((patch.fromX - left) / stepM));
  const endColumn = Math.min(size, Math.ceil((patch.toX - left) / stepM));
  const firstRow = Math.max(0, Math.ceil((top - patch.toY) / stepM));
  const endRow = Math.min(size, Math.ceil((top - patch.fromY) / stepM));
  if (firstColumn >= endColumn || firstRow >= endRow) return;
  const { texture, unevenness } = patch.material;
  const area = patch.tilesPerM2 * lumaStepM * lumaStepM * (1 << (2 * texture.bits));
  const level = area <= 1 ? 0 : Math.min(texture.bits - 2, Math.round(0.5 * Math.log2(area)));
  const bits = texture.bits - level;
  const x = left + firstColumn * stepM;
  const y = top - firstRow * stepM;
  const perU = 2 ** (bits + 16);
  const perV = 2 ** (2 * bits + 8);
  draw(
    start,
    firstColumn,
    endColumn,
    firstRow,
    endRow,
    (patch.ux * x + patch.uy * y + patch.u0) * perU,
    (patch.vx * x + patch.vy * y + patch.v0) * perV,
    patch.ux * stepM * perU,
    patch.vx * stepM * perV,
    -patch.uy * stepM * perU,
    -patch.vy * stepM * perV,
    bits,
    texture.lumaAt[level]!,
    texture.chromaAt[level]!,
    unevenness,
    area < BLEND_BELOW ? 1 : 0,
  );
}

/** Darkens the shadow. @param density of 256 */
export function shadeColour(slot: number, density: number): void {
  run.shadeLuma(slot * TILE_TEXELS, TILE_SIZE * TILE_SIZE, density);
  // Colours fade a little in the shade.
  run.shadeColours(slot * TILE_CHROMA, HALF_SIZE * HALF_SIZE, density >> 1);
}

/** @param cooler steps of heat */
export function shadeHeat(slot: number, cooler: number): void {
  const at = slot * TILE_TEXELS;
  for (let place = 0; place < TILE_SIZE * TILE_SIZE; place += 1) {
    if (shadowMask[place] !== 0) heat[at + place] = heat[at + place]! - ((cooler * shadowMask[place]! + 128) >> 8);
  }
}

/** Computes the mip levels of a painted tile. */
export function halveColour(slot: number): void {
  halveLevels(slot * TILE_TEXELS, TILE_SIZE, GROUP, run.halveLuma, halveFew);
  halveLevels(slot * TILE_CHROMA, HALF_SIZE, GROUP / 2, run.halveColours, halveFewColours);
}

type Halve = (from: number, to: number, size: number) => void;

/** @param many for levels of at least `group` texels a row, `few` for the others */
function halveLevels(start: number, baseSize: number, group: number, many: Halve, few: Halve): void {
  let from = start;
  for (let size = baseSize >> 1; size >= 1; size >>= 1) {
    const to = from + 4 * size * size;
    (size >= group ? many : few)(from, to, size);
    from = to;
  }
}

function halveFew(from: number, to: number, size: number): void {
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const a = from + 4 * row * size + 2 * column;
      const b = a + 2 * size;
      const sum = luma[a]! + luma[a + 1]! + luma[b]! + luma[b + 1]!;
      luma[to + row * size + column] = (sum + 2) >> 2;
    }
  }
}

/** Cb and Cr in separate halves, with headroom. */
const spread = (colour: number): number => (colour & 0xff) | ((colour & 0xff00) << 8);

function halveFewColours(from: number, to: number, size: number): void {
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const a = from + 4 * row * size + 2 * column;
      const b = a + 2 * size;
      const upper = spread(chroma[a]!) + spread(chroma[a + 1]!);
      const sum = upper + spread(chroma[b]!) + spread(chroma[b + 1]!) + 0x0002_0002;
      chroma[to + row * size + column] = ((sum >> 2) & 0xff) | ((sum >> 10) & 0xff00);
    }
  }
}

export function halveHeat(slot: number): void {
  let from = slot * TILE_TEXELS;
  for (let size = TILE_SIZE >> 1; size >= 1; size >>= 1) {
    const to = from + 4 * size * size;
    for (let row = 0; row < size; row += 1) {
      let a = from + 4 * row * size;
      const end = to + (row + 1) * size;
      for (let out = to + row * size; out < end; out += 1) {
        const b = a + 2 * size;
        const sum = heat[a]! + heat[a + 1]! + heat[b]! + heat[b + 1]!;
        heat[out] = (sum + 2) >> 2;
        a += 2;
      }
    }
    from = to;
  }
}
