/** A state that sets when what speaks for it has lasted, and clears when what speaks against it has. */
export class Debounce {
  readonly #setS: number;
  readonly #clearS: number;
  readonly #periodS: number;
  #forS = 0;
  #againstS = 0;
  isSet = false;

  /** @param periodS between two calls of `note` */
  constructor(setS: number, clearS: number, periodS: number) {
    // Half a period: a sum of tenths is not exact.
    this.#setS = setS - periodS / 2;
    this.#clearS = clearS - periodS / 2;
    this.#periodS = periodS;
  }

  /** What speaks neither for nor against it stops both times. */
  note(isFor: boolean, isAgainst = !isFor): void {
    this.#forS = isFor ? this.#forS + this.#periodS : 0;
    this.#againstS = isAgainst ? this.#againstS + this.#periodS : 0;
    if (this.#forS >= this.#setS) this.isSet = true;
    else if (this.#againstS >= this.#clearS) this.isSet = false;
  }

  /** Something speaks for it that needs no time. */
  set(): void {
    this.#forS = 0;
    this.#againstS = 0;
    this.isSet = true;
  }

  clear(): void {
    this.#forS = 0;
    this.#againstS = 0;
    this.isSet = false;
  }
}
