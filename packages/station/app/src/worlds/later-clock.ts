import type { Cancel, Clock } from '@kitestring/base/clock.ts';

/**
 * Real time, or later: where a station's data are of later times, because its simulation once ran ahead, and where the clock of the
 * machine was set forward. It never goes back. What is scheduled keeps its distance: deadlines stay monotonic.
 */
export class LaterClock implements Clock {
  readonly #real: Clock;
  #aheadUs = 0;

  constructor(real: Clock) {
    this.#real = real;
  }

  /** Microseconds by which it is ahead of the clock that it follows. */
  get aheadUs(): number {
    return this.#aheadUs;
  }

  /** Sets it to a later time; an earlier one changes nothing. */
  setForward(toUs: number): void {
    this.#aheadUs += Math.max(0, toUs - this.nowUs());
  }

  nowUs(): number {
    return this.#real.nowUs() + this.#aheadUs;
  }

  schedule(atUs: number, callback: (dueUs?: number) => void): Cancel {
    const realUs = atUs - this.#aheadUs;
    return this.#real.schedule(realUs, (dueUs = realUs) => callback(dueUs + this.#aheadUs));
  }
}
