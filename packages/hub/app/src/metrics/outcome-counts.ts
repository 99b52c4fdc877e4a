/** Counters by one label with a fixed set of values: Prometheus sees each of them from zero. */
export class OutcomeCounts<Label extends string> {
  readonly #counts: Map<Label, number>;

  constructor(labels: readonly Label[]) {
    this.#counts = new Map(labels.map((label) => [label, 0]));
  }

  add(label: Label): void {
    this.#counts.set(label, (this.#counts.get(label) ?? 0) + 1);
  }

  readonly entries = (): readonly (readonly [Label, number])[] => [...this.#counts];
}
