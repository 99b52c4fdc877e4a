/** A map of at most `limit` entries: adding one evicts the least recently used. For data about strangers, whose number is otherwise unbounded. */
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

  /** Removes an entry and returns it. */
  take(key: K): V | undefined {
    const value = this.#entries.get(key);
    this.#entries.delete(key);
    return value;
  }

  /** Returns the entry and marks it as used; creates it with `make` when missing. */
  getOrMake(key: K, make: () => V): V {
    const value = this.#entries.get(key) ?? make();
    // A map keeps insertion order: the first entry is the least recently used.
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
