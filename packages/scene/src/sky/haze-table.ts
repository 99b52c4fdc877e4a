import { FOG_STEPS } from '../raster/perspective.ts';
import type { Haze } from '../raster/surface.ts';

/** Contrast that is left at the visibility, by definition (Koschmieder): 2 %. */
export const KOSCHMIEDER = -Math.log(0.02);

export const makeHaze = (): Haze => ({
  left: new Int32Array(FOG_STEPS),
  stepsPerM: 1,
  luma: 128,
  cb: 128,
  cr: 128,
  counts: 0,
});

/** What is left of 256 of a contrast, by distance, for a visibility in metres. Does nothing when it is as before. */
export function setVisibility(haze: Haze, visibilityM: number): void {
  const stepsPerM = FOG_STEPS / (1.3 * visibilityM);
  if (haze.stepsPerM === stepsPerM) return;
  haze.stepsPerM = stepsPerM;
  for (let step = 0; step < FOG_STEPS; step += 1) {
    haze.left[step] = Math.round(256 * Math.exp((-KOSCHMIEDER * (step + 0.5)) / stepsPerM / visibilityM));
  }
}
