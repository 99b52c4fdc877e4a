import { PLACE, signedShortsAt } from '../raster/memory.ts';
import { mix } from '../texture/tile-noise.ts';
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
export function setUnevenness(table: Int8Array, { left, stepM, top }: TexelGrid): void {
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
  const a = mix(table[upper | left] as number, table[upper | right] as number, x - column);
  const b = mix(table[lower | left] as number, table[lower | right] as number, x - column);
  return mix(a, b, y - row);
}
