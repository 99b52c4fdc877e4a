/** Counts how often a sensor has said exactly the same: one that measures never does, for its noise. */
export class FrozenReading {
  #last = Number.NaN;
  #sameCount = 0;

  /** @returns how often in a row the reading has been this one before */
  note(reading: number): number {
    this.#sameCount = reading === this.#last ? this.#sameCount + 1 : 0;
    this.#last = reading;
    return this.#sameCount;
  }
}
