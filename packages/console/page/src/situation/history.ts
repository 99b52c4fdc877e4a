/** Values at a time; undefined for an unknown one. */
export type Sample<Name extends string> = Readonly<Record<Name, number | undefined>>;

/** Columns for a plot: times first, then each series, with null for unknown values. */
export type Columns = readonly [times: number[], ...series: (number | null)[][]];

/** The last samples of some series, in a buffer of fixed size. */
export class History<Name extends string> {
  readonly #names: readonly Name[];
  readonly #capacity: number;
  readonly #times: Float64Array;
  readonly #values: ReadonlyMap<Name, Float64Array>;
  #count = 0;

  constructor(names: readonly Name[], capacity: number) {
    this.#names = names;
    this.#capacity = capacity;
    this.#times = new Float64Array(capacity);
    this.#values = new Map(names.map((name) => [name, new Float64Array(capacity)]));
  }

  /** Total number of samples. */
  get count(): number {
    return this.#count;
  }

  push(timeS: number, sample: Sample<Name>): void {
    const at = this.#count % this.#capacity;
    this.#times[at] = timeS;
    for (const name of this.#names) {
      const values = this.#values.get(name);
      if (values !== undefined) values[at] = sample[name] ?? Number.NaN;
    }
    this.#count += 1;
  }

  /** Samples from `fromS` on, oldest first, times relative to `nowS`. */
  columns(names: readonly Name[], fromS: number, nowS: number): Columns {
    const kept = Math.min(this.#count, this.#capacity);
    const order = Array.from({ length: kept }, (_, index) => (this.#count - kept + index) % this.#capacity).filter(
      (at) => (this.#times[at] as number) >= fromS,
    );
    const series = names.map((name) => {
      const values = this.#values.get(name);
      return order.map((at) => {
        const value = values?.[at];
        return value === undefined || Number.isNaN(value) ? null : value;
      });
    });
    return [order.map((at) => (this.#times[at] as number) - nowS), ...series];
  }

  /** Whether this series has any value. */
  has(name: Name): boolean {
    const kept = Math.min(this.#count, this.#capacity);
    return (
      this.#values
        .get(name)
        ?.subarray(0, kept)
        .some((value) => !Number.isNaN(value)) ?? false
    );
  }
}
