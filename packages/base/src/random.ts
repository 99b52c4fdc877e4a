const TWO_TO_32 = 4_294_967_296;

/** Reproducible uniform random numbers. Source: mulberry32 (public domain, T. Ettinger). */
export class UniformStream {
  #state: number;

  /** @param start any integer; its lowest 32 bits count */
  constructor(start: number) {
    this.#state = start | 0;
  }

  /** In [0, 1). */
  uniform(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / TWO_TO_32;
  }

  /** An integer in [0, `count`). */
  below(count: number): number {
    return Math.floor(this.uniform() * count);
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }
}

/**
 * Seed of the stream with this name: each subsystem has its own, so that an additional draw in one changes no other.
 * @param seed any integer that a double holds exactly
 * @throws RangeError for another one
 */
export function streamStart(seed: number, name: string): number {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed must be an integer, got ${seed}`);
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) hash = absorb(hash, name.charCodeAt(index));
  return finalize(absorb(absorb(hash, seed | 0), Math.floor(seed / TWO_TO_32) | 0));
}

/** In [0, 1): always the same for the same two integers, so that motion needs no memory. */
export function hashUniform(key: number, index: number): number {
  return (finalize(absorb(absorb(0x811c9dc5, key | 0), index | 0)) >>> 0) / TWO_TO_32;
}

/** FNV-1a over 32-bit words. */
const absorb = (hash: number, word: number): number => Math.imul(hash ^ word, 0x01000193);

/** Finaliser of MurmurHash3: neighbouring seeds start far apart. */
function finalize(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
