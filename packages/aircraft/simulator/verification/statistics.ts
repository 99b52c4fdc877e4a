/** Mean of the products of values that are `lag` samples apart; the mean of the process must be zero. */
function covariance(values: Float64Array, lag: number): number {
  let sum = 0;
  for (let index = lag; index < values.length; index += 1) {
    sum += values[index]! * values[index - lag]!;
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
  const { real, imaginary, power } = windowedWave(length, periodS, radps);
  let total = 0;
  let segments = 0;
  for (let start = 0; start + length <= values.length; start += length / 2) {
    const segment = values.subarray(start, start + length);
    total += (dot(segment, real) ** 2 + dot(segment, imaginary) ** 2) * periodS;
    segments += 1;
  }
  if (segments < LEAST_SEGMENTS) throw new RangeError(`${segments} segments are fewer than ${LEAST_SEGMENTS}`);
  return total / segments / power / Math.PI;
}

/** A wave of this frequency under the Hann window, the same for every segment, and the power of the window. */
function windowedWave(length: number, periodS: number, radps: number) {
  const window = Float64Array.from({ length }, (_, index) => 0.5 - 0.5 * Math.cos(((2 * Math.PI) / length) * index));
  const real = window.map((weight, index) => weight * Math.cos(radps * index * periodS));
  const imaginary = window.map((weight, index) => weight * Math.sin(radps * index * periodS));
  return { real, imaginary, power: dot(window, window) };
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += one[index]! * other[index]!;
  return sum;
}
