/**
 * A map of at most `limit` entries: adding one more forgets the one that was used least recently. For figures about
 * strangers, whose number nobody else bounds.
 */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Does not count as a use. */
  has(key: K): boolean {
    return this.#entries.has(key);
  }

  /** The entry, which counts as used; made by `make` where there is none. */
  getOrMake(key: K, make: () => V): V {
    const value = this.#entries.get(key) ?? make();
    // A map keeps the order of insertion: the first entry is the one that was used least recently.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    this.#forgetOldest();
    return value;
  }

  #forgetOldest(): void {
    if (this.#entries.size <= this.#limit) return;
    for (const key of this.#entries.keys()) {
      this.#entries.delete(key);
      return;
    }
  }
}
