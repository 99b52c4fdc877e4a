import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
/** Counts equal readings in a row: the noise of a working sensor never repeats a value. */
export class FrozenReading {
  #last = Number.NaN;
  #sameCount = 0;

  [STATE](archive: StateArchive): void {
    [this.#last, this.#sameCount] = archive.all(this.#last, this.#sameCount);
  }

  /** @returns the number of equal readings before this one */
  note(reading: number): number {
    this.#sameCount = reading === this.#last ? this.#sameCount + 1 : 0;
    this.#last = reading;
    return this.#sameCount;
  }
}
