import type { Cancel, Clock } from '@kitestring/station/ports/clock.ts';
import { TimerQueue } from '@kitestring/station/timer-queue.ts';

/** A clock that stands still until a test moves it. */
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

  /** Moves on by `seconds`, running everything that falls due, each at its own time. */
  advance(seconds: number): void {
    const untilUs = this.#nowUs + Math.round(seconds * 1e6);
    for (let next = this.#timers.nextUs; next <= untilUs; next = this.#timers.nextUs) {
      this.#nowUs = Math.max(this.#nowUs, next);
      this.#timers.runNextDue(this.#nowUs);
    }
    this.#nowUs = untilUs;
  }
}
