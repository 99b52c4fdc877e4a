import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import { TimerQueue } from '@kitestring/base/timer-queue.ts';

/** A clock that advances only when a test advances it. */
export class VirtualClock implements Clock {
  readonly #timers = new TimerQueue();
  #nowUs: number;

  constructor(startUs = Date.UTC(2026, 2, 1, 9, 30) * 1000) {
    this.#nowUs = startUs;
  }

  nowUs(): number {
    return this.#nowUs;
  }

  schedule(atUs: number, callback: (dueUs: number) => void): Cancel {
    return this.#timers.schedule(atUs, callback);
  }

  /** Advances by `seconds` and runs every due timer at its own time. */
  advance(seconds: number): void {
    const untilUs = this.#nowUs + Math.round(seconds * 1e6);
    for (let next = this.#timers.nextUs; next <= untilUs; next = this.#timers.nextUs) {
      this.#nowUs = Math.max(this.#nowUs, next);
      this.#timers.runNextDue(this.#nowUs);
    }
    this.#nowUs = untilUs;
  }
}
