import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
/** Mean of the last n values; of fewer at the beginning. */
export class RunningMean {
  readonly #values: Float64Array;
  #count = 0;
  #next = 0;

  constructor(length: number) {
    this.#values = new Float64Array(length);
  }

  [STATE](archive: StateArchive): void {
    [this.#count, this.#next] = archive.all(this.#count, this.#next);
    archive.in(this.#values);
  }

  /** Undefined: no measurement; the mean restarts. */
  add(value: number | undefined): void {
    if (value === undefined || !Number.isFinite(value)) {
      this.clear();
      return;
    }
    this.#values[this.#next] = value;
    this.#next = (this.#next + 1) % this.#values.length;
    this.#count = Math.min(this.#count + 1, this.#values.length);
  }

  clear(): void {
    this.#count = 0;
    this.#next = 0;
  }

  get value(): number | undefined {
    if (this.#count === 0) return undefined;
    let sum = 0;
    for (let index = 0; index < this.#count; index += 1) sum += this.#values[index] as number;
    return sum / this.#count;
  }
}
