/** Rounding of sums of steps, seconds. */
const ROUNDING_S = 1e-9;

/** A rate within steps of any length: due at each whole multiple of its period, from the start. */
export class Cadence {
  readonly periodS: number;
  #count = 0;

  constructor(periodS: number) {
    this.periodS = periodS;
  }

  /** Asked once in each step. A step that spans several periods counts once. */
  isDue(timeS: number): boolean {
    if (timeS + ROUNDING_S < this.#count * this.periodS) return false;
    this.#count = Math.floor((timeS + ROUNDING_S) / this.periodS) + 1;
    return true;
  }
}
