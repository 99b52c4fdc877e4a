/** So rarely that the compiler leaves the drawing out of its callers: there is room then for what they do at every step. */
const DRAWN_AT_ONCE = 16;

/**
 * Uniform and normal random numbers of one stream, reproducible from its 32-bit start.
 * Source: mulberry32 (public domain, T. Ettinger); normal numbers by Box and Muller.
 */
export class RandomStream {
  #state = 0;
  /** Normal numbers that are drawn already; the one that is used first stands last. */
  readonly #drawn = new Float64Array(DRAWN_AT_ONCE);
  #left = 0;

  constructor(start: number) {
    this.#state = start | 0;
  }

  /** In [0, 1). */
  uniform(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Normal, mean 0, variance 1. */
  normal(): number {
    if (this.#left === 0) this.#draw();
    this.#left -= 1;
    return this.#drawn[this.#left] as number;
  }

  /** They come in pairs. */
  #draw(): void {
    for (let left = DRAWN_AT_ONCE; left > 0; left -= 2) {
      // 1 - u is in (0, 1]: its logarithm exists.
      const radius = Math.sqrt(-2 * Math.log(1 - this.uniform()));
      const angle = 2 * Math.PI * this.uniform();
      this.#drawn[left - 2] = radius * Math.sin(angle);
      this.#drawn[left - 1] = radius * Math.cos(angle);
    }
    this.#left = DRAWN_AT_ONCE;
  }
}

/**
 * The stream of one subsystem. Each has its own, so that a draw more in one changes nothing in another.
 * @param seed any integer that a double holds exactly
 */
export function randomStream(seed: number, name: string): RandomStream {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed must be an integer, got ${seed}`);
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) hash = absorb(hash, name.charCodeAt(index));
  hash = absorb(hash, seed | 0);
  hash = absorb(hash, Math.floor(seed / 4_294_967_296) | 0);
  return new RandomStream(finalise(hash));
}

/** FNV-1a over 32-bit words. */
const absorb = (hash: number, word: number): number => Math.imul(hash ^ word, 0x01000193);

/** Finaliser of MurmurHash3: neighbouring seeds start far apart. */
function finalise(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
