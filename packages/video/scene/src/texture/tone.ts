import type { Texel } from './texture-pool.ts';

/** A colour of 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Sets the colour of a texel, made lighter or darker by a factor. */
export function tone(texel: Texel, colour: Colour, factor = 1): void {
  texel.red = limit(colour[0] * factor);
  texel.green = limit(colour[1] * factor);
  texel.blue = limit(colour[2] * factor);
}

/** Makes a texel lighter or darker. */
export function dim(texel: Texel, factor: number): void {
  texel.red = limit(texel.red * factor);
  texel.green = limit(texel.green * factor);
  texel.blue = limit(texel.blue * factor);
}

/** Mixes another colour into a texel. */
export function tint(texel: Texel, colour: Colour, share: number): void {
  texel.red = limit(texel.red + (colour[0] - texel.red) * share);
  texel.green = limit(texel.green + (colour[1] - texel.green) * share);
  texel.blue = limit(texel.blue + (colour[2] - texel.blue) * share);
}

const limit = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value);

/** 0 below `low`, 1 above `high`, smooth between. */
export function ease(low: number, high: number, value: number): number {
  const x = Math.max(0, Math.min(1, (value - low) / (high - low)));
  return x * x * (3 - 2 * x);
}

/** Fractional part, also for negative numbers. */
export const fraction = (value: number): number => value - Math.floor(value);
