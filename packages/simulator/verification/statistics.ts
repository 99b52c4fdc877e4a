/** Mean of the products of values that are `lag` samples apart; the mean of the process must be zero. */
function covariance(values: Float64Array, lag: number): number {
  let sum = 0;
  for (let index = lag; index < values.length; index += 1) {
    sum += (values[index] as number) * (values[index - lag] as number);
  }
  return sum / (values.length - lag);
}

export const standardDeviation = (values: Float64Array): number => Math.sqrt(covariance(values, 0));

export const correlation = (values: Float64Array, lag: number): number =>
  covariance(values, lag) / covariance(values, 0);

/** Fewer segments than this leave an estimate of a spectrum too uncertain to compare. */
const LEAST_SEGMENTS = 64;

/**
 * One-sided power spectral density per rad/s at one frequency: Welch's method, Hann window, half overlap.
 * @throws RangeError when the recording is too short for the segments
 */
export function spectralDensity(values: Float64Array, periodS: number, radps: number, segmentS: number): number {
  const length = 2 * Math.round(segmentS / periodS / 2);
  let total = 0;
  let segments = 0;
  for (let start = 0; start + length <= values.length; start += length / 2) {
    total += periodogram(values.subarray(start, start + length), periodS, radps);
    segments += 1;
  }
  if (segments < LEAST_SEGMENTS) throw new RangeError(`${segments} segments are fewer than ${LEAST_SEGMENTS}`);
  return total / segments;
}

function periodogram(segment: Float64Array, periodS: number, radps: number): number {
  const windowTurn = (2 * Math.PI) / segment.length;
  let real = 0;
  let imaginary = 0;
  let power = 0;
  for (let index = 0; index < segment.length; index += 1) {
    const window = 0.5 - 0.5 * Math.cos(windowTurn * index);
    const weighted = (segment[index] as number) * window;
    real += weighted * Math.cos(radps * index * periodS);
    imaginary += weighted * Math.sin(radps * index * periodS);
    power += window * window;
  }
  return ((real * real + imaginary * imaginary) * periodS) / power / Math.PI;
}
