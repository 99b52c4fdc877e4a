import { hashUniform, RandomStream } from '../random-stream.ts';
import { PLANES } from '../raster/planes.ts';
import { COUNTS_PER_K } from './counts.ts';
import { PALETTE_STEPS, type PaletteTable } from './palettes.ts';
import type { ThermalRange } from './thermal-range.ts';

/** Noise-equivalent temperature difference of an uncooled sensor, K: 50 mK is what makers promise. */
const NOISE_K = 0.05;
const NOISE_BITS = 14;
const NOISE_MASK = (1 << NOISE_BITS) - 1;
/** In counts; always the same table, read from another place in every row of every frame. */
const noise = Int8Array.from(normals(1 << NOISE_BITS), (value) => Math.round(value * NOISE_K * COUNTS_PER_K));
/** What single columns are off for good, counts. */
const columnOffset = Int8Array.from(normals(4096), (value) => Math.round(0.4 * value * NOISE_K * COUNTS_PER_K));

// In this module, so that they are constants to the compiler: see PLANES.
const { counts, luma, cb, cr } = PLANES;
const steps = new Uint8Array(PALETTE_STEPS);
const stepsCb = new Uint8Array(PALETTE_STEPS);
const stepsCr = new Uint8Array(PALETTE_STEPS);

/** Turns the counts that were drawn into colours, with the noise of the sensor. The same number of frame: the same noise. */
export function colourise(
  width: number,
  height: number,
  range: ThermalRange,
  palette: PaletteTable,
  frameNumber: number,
): void {
  steps.set(palette.luma);
  stepsCb.set(palette.cb);
  stepsCr.set(palette.cr);
  const low = Math.round(range.lowCounts);
  // 4,096 times steps per count; the product with a count stays in 32 bits.
  const scale = Math.round((PALETTE_STEPS * 4096) / Math.max(64, range.highCounts - range.lowCounts));
  for (let y = 0; y < height; y += 1) {
    const place = (hashUniform(frameNumber, y) * (1 << NOISE_BITS)) | 0;
    colouriseRow(width, y, low, scale, place);
  }
}

function colouriseRow(width: number, y: number, low: number, scale: number, place: number): void {
  const isEven = (y & 1) === 0;
  const row = y * width;
  const chromaRow = (y >> 1) * (width >> 1);
  for (let x = 0; x < width; x += 1) {
    const off = (noise[(place + x) & NOISE_MASK] as number) + (columnOffset[x & 4095] as number);
    const value = (counts[row + x] as number) + off - low;
    const limited = value < 0 ? 0 : value > HOTTEST ? HOTTEST : value;
    const wide = Math.imul(limited, scale) >>> 12;
    const step = wide > 255 ? 255 : wide;
    luma[row + x] = steps[step] as number;
    if (isEven && (x & 1) === 0) {
      cb[chromaRow + (x >> 1)] = stepsCb[step] as number;
      cr[chromaRow + (x >> 1)] = stepsCr[step] as number;
    }
  }
}

const HOTTEST = 65_535;

function normals(count: number): Float64Array {
  const random = new RandomStream(5, 'thermal noise');
  return Float64Array.from({ length: count }, () => {
    const radius = Math.sqrt(-2 * Math.log(1 - random.uniform()));
    return radius * Math.cos(2 * Math.PI * random.uniform());
  });
}
