import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { RandomStream } from './rng.ts';

/** First-order Gauss-Markov process: a slowly varying sensor error. Exact for any period. */
export class GaussMarkov {
  readonly #random: RandomStream;
  readonly #phi: number;
  readonly #gain: number;
  value = 0;

  /**
   * @param sigma stationary standard deviation, in the unit of the value
   * @param timeConstantS after this time the correlation has fallen to 1/e
   */
  constructor(random: RandomStream, sigma: number, timeConstantS: number, periodS: number) {
    this.#random = random;
    this.#phi = Math.exp(-periodS / timeConstantS);
    this.#gain = sigma * Math.sqrt(1 - this.#phi * this.#phi);
    // Starts from its stationary distribution, as if it had been running before.
    this.value = sigma * random.normal();
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    archive.in(this.#random);
  }

  /** Share of the old value that remains after one period. */
  get phi(): number {
    return this.#phi;
  }

  /** Standard deviation of the noise that is added in one period. */
  get gain(): number {
    return this.#gain;
  }

  step(): void {
    this.value = this.#phi * this.value + this.#gain * this.#random.normal();
  }
}
