/** Counts by name; a copy is a mark. */
export class Counts<K extends string | number = string> {
  readonly #counts: Map<K, number>;
  /** Counted since the map was last updated: the same key often comes many times in a row. */
  #latest: K | undefined;
  #tally = 0;

  constructor(counts: Iterable<readonly [K, number]> = []) {
    this.#counts = new Map(counts);
  }

  add(key: K, by = 1): void {
    if (key !== this.#latest) {
      this.#settle();
      this.#latest = key;
    }
    this.#tally += by;
  }

  of(key: K): number {
    this.#settle();
    return this.#counts.get(key) ?? 0;
  }

  copy(): Counts<K> {
    this.#settle();
    return new Counts(this.#counts);
  }

  /** The increases since an earlier copy. */
  since(earlier: Counts<K> | undefined): [K, number][] {
    this.#settle();
    const grown = [...this.#counts].map(([key, count]): [K, number] => [key, count - (earlier?.of(key) ?? 0)]);
    return grown.filter(([, more]) => more > 0);
  }

  #settle(): void {
    if (this.#latest === undefined || this.#tally === 0) return;
    this.#counts.set(this.#latest, (this.#counts.get(this.#latest) ?? 0) + this.#tally);
    this.#tally = 0;
  }
}
