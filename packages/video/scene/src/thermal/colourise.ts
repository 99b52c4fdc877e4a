import { hashUniform } from '@kitestring/base/random.ts';
import { bytesAt, MEMORY, NOISE_VALUES, PLACE, signedShortsAt, WIDEST } from '../raster/memory.ts';
import { SceneRandom } from '../scene-random.ts';
import { colouriseFunction } from '../simd/colourise-function.ts';
import { runnable } from '../wasm/program.ts';
import { COUNTS_PER_K } from './counts.ts';
import { PALETTE_STEPS, type PaletteTable } from './palettes.ts';
import type { ThermalRange } from './thermal-range.ts';

/** Noise-equivalent temperature difference of an uncooled sensor, K: manufacturers specify 50 mK. */
const NOISE_K = 0.05;
/** Noise in counts; one table, read from another position in every row of every frame. */
const noise = signedShortsAt(PLACE.noise, NOISE_VALUES + WIDEST);
noise.set(normals(NOISE_VALUES).map((value) => Math.round(value * NOISE_K * COUNTS_PER_K)));
noise.copyWithin(NOISE_VALUES, 0, WIDEST);

/** Colour by count, recomputed for every frame: cheaper than per pixel. */
const COUNTS = 65_536;
const lumaOfCount = bytesAt(PLACE.lumaOfCount, COUNTS);
const cbOfCount = bytesAt(PLACE.cbOfCount, COUNTS);
const crOfCount = bytesAt(PLACE.crOfCount, COUNTS);

const run = runnable<'row'>(MEMORY, [colouriseFunction('row')]);

/** Converts the rendered counts to colours, with sensor noise. Equal frame numbers give equal noise. */
export function colourise(
  width: number,
  height: number,
  range: ThermalRange,
  palette: PaletteTable,
  frameNumber: number,
): void {
  fillTable(lumaOfCount, palette.luma, range);
  fillTable(cbOfCount, palette.cb, range);
  fillTable(crOfCount, palette.cr, range);
  for (let y = 0; y < height; y += 1) run.row(y, width, (hashUniform(frameNumber, y) * NOISE_VALUES) | 0);
}

function fillTable(table: Uint8Array, steps: Uint8Array, { lowCounts, highCounts }: ThermalRange): void {
  const low = Math.max(0, Math.min(COUNTS - 1, Math.round(lowCounts)));
  const high = Math.max(low + 1, Math.min(COUNTS, Math.round(highCounts)));
  table.fill(steps[0]!, 0, low);
  const perCount = PALETTE_STEPS / (high - low);
  for (let count = low; count < high; count += 1) table[count] = steps[((count - low) * perCount) | 0]!;
  table.fill(steps[PALETTE_STEPS - 1]!, high);
}

function normals(count: number): Float64Array {
  const random = new SceneRandom(5, 'thermal noise');
  return Float64Array.from({ length: count }, () => {
    const radius = Math.sqrt(-2 * Math.log(1 - random.uniform()));
    return radius * Math.cos(2 * Math.PI * random.uniform());
  });
}
