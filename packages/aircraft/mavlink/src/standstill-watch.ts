/** For how long a value has stood still. */
export class StandstillWatch {
  readonly #within: number;
  #value = Number.NaN;
  #sinceUs = 0;

  /** @param within a value that wanders by less stands: nothing in wind is quite still */
  constructor(within: number) {
    this.#within = within;
  }

  take(value: number | undefined, nowUs: number): void {
    if (value === undefined || Math.abs(value - this.#value) <= this.#within) return;
    this.#value = value;
    this.#sinceUs = nowUs;
  }

  /** After a new order: it may stand because it has not begun. */
  restart(nowUs: number): void {
    this.#sinceUs = nowUs;
  }

  /** Microseconds. */
  forUs(nowUs: number): number {
    return nowUs - this.#sinceUs;
  }
}
