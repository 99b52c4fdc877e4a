import { streamStart } from '@kitestring/contract/random.ts';
import { STATE, type StateArchive } from '@kitestring/station/snapshot/state-archive.ts';

import { density, LAYERS, SURE_SHARES, TAIL_FROM, WIDTHS } from './ziggurat.ts';

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
    return this.#drawn[this.#left] as number;
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
      const x = share * (WIDTHS[layer] as number);
      // One value in 80 lies where the density decides; a rejected one is drawn again.
      if (Math.abs(share) < (SURE_SHARES[layer] as number)) this.#drawn[--left] = x;
      else if (layer === 0) this.#drawn[--left] = x < 0 ? -this.#tail() : this.#tail();
      else if (this.#isBelowDensity(layer, x)) this.#drawn[--left] = x;
    }
    this.#left = DRAWN_AT_ONCE;
  }

  #isBelowDensity(layer: number, x: number): boolean {
    const outer = density(WIDTHS[layer] as number);
    const inner = density(WIDTHS[layer + 1] as number);
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
