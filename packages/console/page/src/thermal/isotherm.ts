import { PALETTE_STOPS, paletteColour } from '@kitestring/station-contract/videostreams/palette-stops.ts';
import type { ThermalColorPalette } from '@kitestring/station-contract/videostreams/thermal-palette.ts';
import type { KnownScale } from './use-thermal-scale.ts';

/** As many as in the picture. */
const STEPS = 256;
/** Bits per channel in the lookup of a colour. */
const BITS = 6;
const SHIFT = 8 - BITS;
const UNKNOWN = -1;

/** Position of a decoded colour in a palette, from cold to hot; computed once per occurring colour. */
export class PaletteInverse {
  readonly #steps = new Int16Array(1 << (3 * BITS)).fill(UNKNOWN);
  readonly #colours: Float64Array;

  constructor(palette: ThermalColorPalette) {
    const stops = PALETTE_STOPS[palette];
    this.#colours = Float64Array.from(
      Array.from({ length: STEPS }, (_, step) => paletteColour(stops, step / (STEPS - 1))).flat(),
    );
  }

  /** The nearest step, 0 to 255. */
  colorStep(red: number, green: number, blue: number): number {
    const cell = ((red >> SHIFT) << (2 * BITS)) | ((green >> SHIFT) << BITS) | (blue >> SHIFT);
    const known = this.#steps[cell] as number;
    if (known !== UNKNOWN) return known;
    const nearest = this.#nearest(middle(red), middle(green), middle(blue));
    this.#steps[cell] = nearest;
    return nearest;
  }

  #nearest(red: number, green: number, blue: number): number {
    const colours = this.#colours;
    let best = 0;
    let bestDistance = Number.POSITIVE_INFINITY;
    for (let step = 0; step < STEPS; step += 1) {
      const distance =
        ((colours[3 * step] as number) - red) ** 2 +
        ((colours[3 * step + 1] as number) - green) ** 2 +
        ((colours[3 * step + 2] as number) - blue) ** 2;
      if (distance >= bestDistance) continue;
      best = step;
      bestDistance = distance;
    }
    return best;
  }
}

/** Mean of the values in one cell. */
const middle = (value: number): number => ((value >> SHIFT) << SHIFT) + (1 << (SHIFT - 1)) - 0.5;

/** Marked steps, both ends included. */
interface StepRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The steps at and above, or at and below, a temperature. Undefined if the limit is beyond the scale: everything hotter
 * has the last colour, and the picture does not show how hot it is.
 */
export function isothermSteps(
  { high_c, low_c }: Pick<KnownScale, 'low_c' | 'high_c'>,
  side: 'above' | 'below',
  limitC: number,
): StepRange | undefined {
  const share = (limitC - low_c) / (high_c - low_c);
  if (share < 0 || share > 1) return undefined;
  const step = Math.min(STEPS - 1, Math.floor(share * STEPS));
  return side === 'above' ? { from: step, to: STEPS - 1 } : { from: 0, to: step };
}

/** Colours the pixels (RGBA) of these steps, and makes the others transparent. */
export function paintIsotherm(
  pixels: Uint8ClampedArray,
  inverse: PaletteInverse,
  { from, to }: StepRange,
  colour: readonly [red: number, green: number, blue: number, alpha: number],
): void {
  const [red, green, blue, alpha] = colour;
  for (let at = 0; at < pixels.length; at += 4) {
    const step = inverse.colorStep(pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number);
    const isIn = step >= from && step <= to;
    pixels[at] = red;
    pixels[at + 1] = green;
    pixels[at + 2] = blue;
    pixels[at + 3] = isIn ? alpha : 0;
  }
}
