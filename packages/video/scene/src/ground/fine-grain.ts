import { hashUniform } from '@kitestring/base/random.ts';
import { bytesAt, PLACE } from '../raster/memory.ts';
import { type TexelGrid, TILE_SIZE } from './ground-tile.ts';

/** Wavelengths of the grain, metres: below the texels of textures, which are 3 to 10 cm. */
const WAVES_M = [0.09, 0.045, 0.022] as const;
/** Each wave is at most this strong, as unevenness: of 127. */
const STRENGTH = 62;
/** Texels of a wavelength, at least: a shorter one would flicker. */
const LEAST_TEXELS = 2;
const BITS = 7;
const MASK = (1 << BITS) - 1;

const points = Float32Array.from(
  { length: 1 << (2 * BITS) },
  (_, index) => STRENGTH * (2 * hashUniform(77, index) - 1),
);
const uneven = new Int8Array(bytesAt(PLACE.uneven, TILE_SIZE * TILE_SIZE).buffer, PLACE.uneven, TILE_SIZE * TILE_SIZE);
const columns = new Int32Array(TILE_SIZE);
const shares = new Float32Array(TILE_SIZE);

/** Adds the grain that textures are too coarse for to the unevenness of a tile: none to a tile of coarse texels. */
export function addFineGrain({ left, stepM, top }: TexelGrid): void {
  for (const [octave, waveM] of WAVES_M.entries()) {
    if (waveM < LEAST_TEXELS * stepM) return;
    for (let column = 0; column < TILE_SIZE; column += 1) {
      const x = (left + column * stepM) / waveM;
      columns[column] = Math.floor(x);
      shares[column] = x - columns[column]!;
    }
    for (let row = 0; row < TILE_SIZE; row += 1) {
      const y = (top - row * stepM) / waveM;
      addRow(row, Math.floor(y) + 31 * octave, y - Math.floor(y));
    }
  }
}

function addRow(row: number, y: number, share: number): void {
  const upper = (y & MASK) << BITS;
  const lower = ((y + 1) & MASK) << BITS;
  const first = row * TILE_SIZE;
  for (let column = 0; column < TILE_SIZE; column += 1) {
    const here = columns[column]! & MASK;
    const next = (here + 1) & MASK;
    const right = shares[column]!;
    const a = points[upper | here]! + (points[upper | next]! - points[upper | here]!) * right;
    const b = points[lower | here]! + (points[lower | next]! - points[lower | here]!) * right;
    const sum = uneven[first + column]! + a + (b - a) * share;
    uneven[first + column] = sum > 127 ? 127 : sum < -127 ? -127 : sum;
  }
}
