import { US_PER_S } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';

/** Mean of the values of the last seconds, however often they come; of fewer at the beginning. */
export class RunningMean {
  readonly #lengthUs: number;
  readonly #values: Float64Array;
  readonly #timesUs: Float64Array;
  #count = 0;
  #next = 0;

  /** @param mostHz the fastest that values come: of still faster ones the newest count */
  constructor(seconds: number, mostHz: number) {
    this.#lengthUs = seconds * US_PER_S;
    this.#values = new Float64Array(seconds * mostHz);
    this.#timesUs = new Float64Array(seconds * mostHz);
  }

  [STATE](archive: StateArchive): void {
    [this.#count, this.#next] = archive.all(this.#count, this.#next);
    archive.in(this.#values, this.#timesUs);
  }

  /** Undefined: no measurement; the mean restarts. @param timeUs of the measurement, later than the one before */
  add(value: number | undefined, timeUs: number): void {
    if (value === undefined || !Number.isFinite(value)) {
      this.clear();
      return;
    }
    this.#values[this.#next] = value;
    this.#timesUs[this.#next] = timeUs;
    this.#next = (this.#next + 1) % this.#values.length;
    this.#count = Math.min(this.#count + 1, this.#values.length);
    while ((this.#timesUs[this.#oldest] as number) <= timeUs - this.#lengthUs) this.#count -= 1;
  }

  clear(): void {
    this.#count = 0;
    this.#next = 0;
  }

  get value(): number | undefined {
    if (this.#count === 0) return undefined;
    const values = this.#values;
    const oldest = this.#oldest;
    const end = oldest + this.#count;
    let sum = 0;
    // In the order of their places: a sum in another order would be rounded in another way.
    for (let index = 0; index < end - values.length; index += 1) sum += values[index] as number;
    for (let index = oldest; index < Math.min(end, values.length); index += 1) sum += values[index] as number;
    return sum / this.#count;
  }

  /** Index of the oldest value. */
  get #oldest(): number {
    const { length } = this.#values;
    return (this.#next - this.#count + length) % length;
  }
}
