import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
/** A state that sets when the evidence for it has lasted, and clears when the evidence against it has. */
export class Debounce {
  readonly #setS: number;
  readonly #clearS: number;
  readonly #periodS: number;
  #forS = 0;
  #againstS = 0;
  isSet = false;

  /** @param periodS time between two calls of `note` */
  constructor(setS: number, clearS: number, periodS: number) {
    // Half a period of tolerance: a sum of tenths is not exact.
    this.#setS = setS - periodS / 2;
    this.#clearS = clearS - periodS / 2;
    this.#periodS = periodS;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#forS, this.#againstS] = archive.all(this.#forS, this.#againstS);
  }

  /** Neither evidence for nor against: both timers stop. */
  note(isFor: boolean, isAgainst = !isFor): void {
    this.#forS = isFor ? this.#forS + this.#periodS : 0;
    this.#againstS = isAgainst ? this.#againstS + this.#periodS : 0;
    if (this.#forS >= this.#setS) this.isSet = true;
    else if (this.#againstS >= this.#clearS) this.isSet = false;
  }

  /** Sets the state at once. */
  set(): void {
    this.#forS = 0;
    this.#againstS = 0;
    this.isSet = true;
  }
}
