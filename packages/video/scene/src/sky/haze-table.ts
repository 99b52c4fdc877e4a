import { FOG_STEPS } from '../raster/perspective.ts';
import type { Haze } from '../raster/surface.ts';

/** Contrast at the visibility, by definition (Koschmieder): 2 %. */
export const KOSCHMIEDER = -Math.log(0.02);

export const makeHaze = (): Haze => ({
  left: new Int32Array(FOG_STEPS),
  stepsPerM: 1,
  luma: 128,
  cb: 128,
  cr: 128,
  counts: 0,
});

/** Sets the contrast by distance, of 256, for a visibility in metres. No effect when unchanged. */
export function setVisibility(haze: Haze, visibilityM: number): void {
  const stepsPerM = FOG_STEPS / (1.3 * visibilityM);
  if (haze.stepsPerM === stepsPerM) return;
  haze.stepsPerM = stepsPerM;
  for (let step = 0; step < FOG_STEPS; step += 1) {
    haze.left[step] = Math.round(256 * Math.exp((-KOSCHMIEDER * (step + 0.5)) / stepsPerM / visibilityM));
  }
}

/**
 * Range of an uncooled long-wave camera by visibility, metres. Source: MODTRAN figures of FLIR's technical note on fog
 * and rain.
 */
const LONG_WAVE: readonly (readonly [visibilityM: number, rangeM: number])[] = [
  [92, 87],
  [305, 293],
  [610, 2400],
  [1220, 5900],
];

/**
 * Range in long-wave infrared, metres: dense fog attenuates it like visible light, haze does not. Interpolated by
 * logarithms.
 */
export function longWaveVisibility(visibilityM: number): number {
  const [first, last] = [LONG_WAVE[0], LONG_WAVE.at(-1)] as [readonly [number, number], readonly [number, number]];
  if (visibilityM <= first[0]) return (visibilityM * first[1]) / first[0];
  // Clear air: its water vapour attenuates as much as haze.
  if (visibilityM >= last[0]) return Math.max(last[1], 2 * visibilityM);
  const above = LONG_WAVE.findIndex(([at]) => at > visibilityM);
  const [low, high] = [LONG_WAVE[above - 1], LONG_WAVE[above]] as [
    readonly [number, number],
    readonly [number, number],
  ];
  const share = Math.log(visibilityM / low[0]) / Math.log(high[0] / low[0]);
  return low[1] * (high[1] / low[1]) ** share;
}

/** Visibility from which on the sun comes through, and below which it does not, metres. Assumed. */
const SUNNY_FROM_M = 5000;
const SUNLESS_BELOW_M = 800;

/** How much fog covers the sky, 0 to 1: below it nothing is warmed by the sun or cooled by the sky. */
export function fogCover(visibilityM: number): number {
  const share = Math.log(SUNNY_FROM_M / visibilityM) / Math.log(SUNNY_FROM_M / SUNLESS_BELOW_M);
  return Math.min(1, Math.max(0, share));
}

const DECIBELS_PER_NEPER = 10 / Math.LN10;

/**
 * Visibility in haze and rain together, metres: their extinctions add up. Rain has 1.076 R^0.67 dB/km at R mm/h
 * (Carbonneau), equal for light and long-wave infrared, because drops are much larger than both wavelengths.
 */
export function visibilityInRain(visibilityM: number, rainMmph = 0): number {
  const rainPerM = (1.076 * rainMmph ** 0.67) / DECIBELS_PER_NEPER / 1000;
  return KOSCHMIEDER / (KOSCHMIEDER / visibilityM + rainPerM);
}
