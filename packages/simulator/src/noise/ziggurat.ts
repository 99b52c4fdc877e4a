/**
 * A normal density cut into layers of equal area; almost every number takes one random word and one product. Source:
 * G. Marsaglia and W. W. Tsang, "The Ziggurat Method for Generating Random Variables", Journal of Statistical Software
 * 5 (8), 2000; index and value from separate bits: J. A. Doornik, "An Improved Ziggurat Method to Generate Normal
 * Random Samples", University of Oxford, 2005.
 */
export const LAYERS = 128;
/** Start of the tail, and area of each layer: both follow from the number of layers. */
export const TAIL_FROM = 3.442619855899;
const LAYER_AREA = 9.91256303526217e-3;

/** Not normalised: the density at 0 is 1. */
export const density = (x: number): number => Math.exp(-0.5 * x * x);

/** Widths of the layers, from the widest, which includes the tail, down to zero. */
export const WIDTHS = layerWidths();
/** Share of each layer's width that lies below the density at any height. */
export const SURE_SHARES = Float64Array.from({ length: LAYERS }, (_, layer) => width(layer + 1) / width(layer));

function layerWidths(): Float64Array {
  const widths = new Float64Array(LAYERS + 1);
  widths[0] = LAYER_AREA / density(TAIL_FROM);
  widths[1] = TAIL_FROM;
  for (let layer = 2; layer < LAYERS; layer += 1) {
    const below = widths[layer - 1] as number;
    widths[layer] = Math.sqrt(-2 * Math.log(LAYER_AREA / below + density(below)));
  }
  return widths;
}

function width(layer: number): number {
  return WIDTHS[layer] as number;
}
