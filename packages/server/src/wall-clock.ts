import { type OnBug, rethrow } from '@kitestring/station/containment.ts';
import type { Cancel, Clock } from '@kitestring/station/ports/clock.ts';
import { TimerQueue } from '@kitestring/station/timer-queue.ts';

/** A timer of Node holds 31 bits of milliseconds; a longer wait is made of several. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/**
 * Real time, for what concerns sockets and people: limits, pacing, deadlines. Monotonic, because the clock of the
 * computer may be set; it begins at the time of the computer. Its timers keep no process alive.
 */
export class WallClock implements Clock {
  readonly #timers = new TimerQueue();
  readonly #onBug: OnBug;
  #timeout: NodeJS.Timeout | undefined;
  #wakeUs = Number.POSITIVE_INFINITY;

  /** @param onBug told what a call threw; without it that is thrown on to the process */
  constructor(onBug: OnBug = rethrow) {
    this.#onBug = onBug;
  }

  nowUs(): number {
    return Math.round((performance.timeOrigin + performance.now()) * 1000);
  }

  schedule(atUs: number, callback: () => void): Cancel {
    const cancel = this.#timers.schedule(atUs, callback);
    if (atUs < this.#wakeUs) this.#arm(atUs);
    return cancel;
  }

  /** Forgets everything that is scheduled. */
  stop(): void {
    clearTimeout(this.#timeout);
    this.#wakeUs = Number.NEGATIVE_INFINITY;
  }

  #arm(atUs: number): void {
    clearTimeout(this.#timeout);
    this.#wakeUs = atUs;
    if (atUs === Number.POSITIVE_INFINITY) return;
    const waitMs = Math.ceil((atUs - this.nowUs()) / 1000);
    this.#timeout = setTimeout(() => this.#wake(), Math.min(Math.max(waitMs, 0), LONGEST_WAIT_MS)).unref();
  }

  #wake(): void {
    // One moment for the whole loop: calls that schedule the next one for now must not starve the event loop.
    const nowUs = this.nowUs();
    try {
      this.#timers.runDue(nowUs, this.#onBug);
    } finally {
      if (this.#wakeUs !== Number.NEGATIVE_INFINITY) this.#arm(this.#timers.nextUs);
    }
  }
}
