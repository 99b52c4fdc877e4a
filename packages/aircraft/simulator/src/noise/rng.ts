import { streamStart } from '@kitestring/base/random.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';

/**
 * A normal density cut into layers of equal area; almost every number takes one random word and one product. Source:
 * G. Marsaglia and W. W. Tsang, "The Ziggurat Method for Generating Random Variables", Journal of Statistical Software
 * 5 (8), 2000; index and value from separate bits: J. A. Doornik, "An Improved Ziggurat Method to Generate Normal
 * Random Samples", University of Oxford, 2005.
 */
const LAYERS = 128;
/** Start of the tail, and area of each layer: both follow from the number of layers. */
const TAIL_FROM = 3.442619855899;
const LAYER_AREA = 9.91256303526217e-3;

/** Not normalised: the density at 0 is 1. */
const density = (x: number): number => Math.exp(-0.5 * x * x);

/** Widths of the layers, from the widest, which includes the tail, down to zero. */
const WIDTHS = layerWidths();
/** Share of each layer's width that lies below the density at any height. */
const SURE_SHARES = Float64Array.from({ length: LAYERS }, (_, layer) => width(layer + 1) / width(layer));

function layerWidths(): Float64Array {
  const widths = new Float64Array(LAYERS + 1);
  widths[0] = LAYER_AREA / density(TAIL_FROM);
  widths[1] = TAIL_FROM;
  for (let layer = 2; layer < LAYERS; layer += 1) {
    const below = widths[layer - 1]!;
    widths[layer] = Math.sqrt(-2 * Math.log(LAYER_AREA / below + density(below)));
  }
  return widths;
}

function width(layer: number): number {
  return WIDTHS[layer]!;
}

/** Rare enough that the compiler does not inline the refill into callers: leaves room for code of every step. */
const DRAWN_AT_ONCE = 16;
const LAYER_BITS = Math.log2(LAYERS);
/** Divisor of the bits above those of the layer: result in [-1, 1). */
const VALUE_SCALE = 2 ** (LAYER_BITS - 31);

/**
 * Uniform and normal random numbers of one stream, reproducible from its 32-bit start.
 * Source: mulberry32 (public domain, T. Ettinger); normal numbers by the ziggurat method.
 */
export class RandomStream {
  #state = 0;
  /** Normal numbers generated in advance; the next one is the last. */
  readonly #drawn = new Float64Array(DRAWN_AT_ONCE);
  #left = 0;

  constructor(start: number) {
    this.#state = start | 0;
  }

  [STATE](archive: StateArchive): void {
    [this.#state, this.#left] = archive.all(this.#state, this.#left);
    archive.in(this.#drawn);
  }

  /** In [0, 1). */
  uniform(): number {
    return (this.#word() >>> 0) / 4_294_967_296;
  }

  /** Normal, mean 0, variance 1. */
  normal(): number {
    if (this.#left === 0) this.#draw();
    this.#left -= 1;
    return this.#drawn[this.#left]!;
  }

  #word(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return mixed ^ (mixed >>> 14);
  }

  #draw(): void {
    let left = DRAWN_AT_ONCE;
    while (left > 0) {
      const word = this.#word();
      const layer = word & (LAYERS - 1);
      const share = (word >> LAYER_BITS) * VALUE_SCALE;
      const x = share * WIDTHS[layer]!;
      // One value in 80 lies where the density decides; a rejected one is drawn again.
      if (Math.abs(share) < SURE_SHARES[layer]!) this.#drawn[--left] = x;
      else if (layer === 0) this.#drawn[--left] = x < 0 ? -this.#tail() : this.#tail();
      else if (this.#isBelowDensity(layer, x)) this.#drawn[--left] = x;
    }
    this.#left = DRAWN_AT_ONCE;
  }

  #isBelowDensity(layer: number, x: number): boolean {
    const outer = density(WIDTHS[layer]!);
    const inner = density(WIDTHS[layer + 1]!);
    return outer + this.uniform() * (inner - outer) < density(x);
  }

  /** Source: Marsaglia, "Generating a variable from the tail of the normal distribution", Technometrics 6 (1), 1964. */
  #tail(): number {
    for (;;) {
      // 1 - u is in (0, 1]: its logarithm exists.
      const beyond = -Math.log(1 - this.uniform()) / TAIL_FROM;
      if (-2 * Math.log(1 - this.uniform()) > beyond * beyond) return TAIL_FROM + beyond;
    }
  }
}

/**
 * The random stream of one subsystem. Each subsystem has its own, so that an additional draw in one changes nothing in
 * another.
 * @param seed any integer that a double represents exactly
 */
export function randomStream(seed: number, name: string): RandomStream {
  return new RandomStream(streamStart(seed, name));
}
