import type { Cancel, Clock } from '@kitestring/base/clock.ts';

/**
 * Station time with a real aircraft: real time, or later by a constant where this station's data are of later times, because its
 * simulation once ran ahead. Station time never goes back.
 */
export class LaterClock implements Clock {
  readonly #real: Clock;
  #aheadUs = 0;

  constructor(real: Clock) {
    this.#real = real;
  }

  /** Before anything is dated. */
  startAt(startUs: number): void {
    this.#aheadUs = Math.max(0, startUs - this.#real.nowUs());
  }

  nowUs(): number {
    return this.#real.nowUs() + this.#aheadUs;
  }

  schedule(atUs: number, callback: (dueUs?: number) => void): Cancel {
    return this.#real.schedule(atUs - this.#aheadUs, (dueUs = atUs - this.#aheadUs) => callback(dueUs + this.#aheadUs));
  }
}
