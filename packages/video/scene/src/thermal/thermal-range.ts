import { COUNTS_PER_K } from './counts.ts';

/** Temperatures at the ends of a palette, counts. */
export interface ThermalRange {
  readonly lowCounts: number;
  readonly highCounts: number;
}

/** A bin of the histogram is 0.16 K wide. */
const BIN_BITS = 3;
const bins = new Int32Array(65_536 >> BIN_BITS);
/** Only every nth pixel of every nth row is evaluated. */
const STRIDE = 3;
/** Shares of the picture that may be below, and above, the range of the palette. */
const DARKER = 0.01;
const BRIGHTER = 0.006;
/** Keeps contrast in most of the picture: much hotter objects are shown as hottest, a cold sky as coldest. */
const MOST_ABOVE_K = 34;
const LEAST_ABOVE_K = 18;
/** In fog and by night most of a picture has nearly one temperature: the range above it is so many times its spread. */
const SPREADS_ABOVE = 6;
const MOST_BELOW_K = 22;
const UPPER_PART = 0.65;
const LOWER_PART = 0.3;
/** Minimum range: a narrower one would show only noise. */
const LEAST_SPAN_K = 9;
/** Time constant of the automatic gain. */
const FOLLOW_S = 0.7;

/** Range for a picture: by its histogram, so that a small fire does not make everything else black. */
export function measureRange(counts: Uint16Array, width: number, height: number): ThermalRange {
  bins.fill(0);
  let seen = 0;
  for (let y = 0; y < height; y += STRIDE) {
    const end = (y + 1) * width;
    for (let at = y * width + (y % 2); at < end; at += STRIDE) {
      const bin = counts[at]! >> BIN_BITS;
      bins[bin] = bins[bin]! + 1;
      seen += 1;
    }
  }
  const [lower, upper] = [quantile(seen * LOWER_PART), quantile(seen * UPPER_PART)];
  const aboveK = Math.max(LEAST_ABOVE_K, Math.min(MOST_ABOVE_K, (SPREADS_ABOVE * (upper - lower)) / COUNTS_PER_K));
  const high = Math.min(quantile(seen * (1 - BRIGHTER)), upper + aboveK * COUNTS_PER_K);
  const low = Math.max(quantile(seen * DARKER), lower - MOST_BELOW_K * COUNTS_PER_K);
  return widened(low, high);
}

/** Count below which this many pixels are. */
function quantile(pixels: number): number {
  let sum = 0;
  for (let bin = 0; bin < bins.length; bin += 1) {
    sum += bins[bin]!;
    if (sum >= pixels) return (bin + 0.5) * (1 << BIN_BITS);
  }
  return bins.length << BIN_BITS;
}

function widened(low: number, high: number): ThermalRange {
  const missing = Math.max(0, LEAST_SPAN_K * COUNTS_PER_K - (high - low)) / 2;
  const margin = 0.03 * (high - low);
  return { lowCounts: low - missing - margin, highCounts: high + missing + margin };
}

/**
 * Moves from the range of the previous frame towards that of the picture. Undefined before the first frame: takes the
 * range at once.
 * @throws RangeError for a negative time
 */
export function followRange(last: ThermalRange | undefined, wanted: ThermalRange, elapsedS: number): ThermalRange {
  if (!(elapsedS >= 0)) throw new RangeError(`elapsedS must be 0 or more, got ${elapsedS}`);
  if (last === undefined) return wanted;
  const share = 1 - Math.exp(-elapsedS / FOLLOW_S);
  return {
    lowCounts: last.lowCounts + (wanted.lowCounts - last.lowCounts) * share,
    highCounts: last.highCounts + (wanted.highCounts - last.highCounts) * share,
  };
}
