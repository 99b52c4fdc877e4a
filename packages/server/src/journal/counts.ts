/** How often something was met, by name; a copy of it is a mark. */
export class Counts<K extends string | number = string> {
  readonly #counts: Map<K, number>;

  constructor(counts: Iterable<readonly [K, number]> = []) {
    this.#counts = new Map(counts);
  }

  add(key: K, by = 1): void {
    this.#counts.set(key, this.of(key) + by);
  }

  of(key: K): number {
    return this.#counts.get(key) ?? 0;
  }

  copy(): Counts<K> {
    return new Counts(this.#counts);
  }

  /** Those that have grown since an earlier copy, by how much. */
  since(earlier: Counts<K> | undefined): [K, number][] {
    const grown = [...this.#counts].map(([key, count]): [K, number] => [key, count - (earlier?.of(key) ?? 0)]);
    return grown.filter(([, more]) => more > 0);
  }
}
