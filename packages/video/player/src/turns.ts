/** Turns of those that a few may take at a time. The ones that have failed least often come first, then the ones that have waited longest. */
export class Turns {
  #free: number;
  readonly #waiting: { readonly failures: number; readonly begin: () => void }[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** @returns a function that gives the turn back, to be called once */
  async take(failures: number): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((begin) => this.#waiting.push({ failures, begin: () => begin() }));
    return () => this.#passOn();
  }

  #passOn(): void {
    const least = Math.min(...this.#waiting.map(({ failures }) => failures));
    const index = this.#waiting.findIndex(({ failures }) => failures === least);
    const [next] = index < 0 ? [] : this.#waiting.splice(index, 1);
    if (next === undefined) this.#free += 1;
    else next.begin();
  }
}
