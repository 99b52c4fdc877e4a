import type { Cancel, Clock } from './clock.ts';
import { type OnBug, rethrow } from './containment.ts';
import { TimerQueue } from './timer-queue.ts';

/** Node's timers are limited to 31 bits of milliseconds; a longer wait takes several. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/**
 * Real time, for sockets and people: limits, pacing, deadlines. Monotonic, because the system clock may be set; starts
 * at the system time. Its timers do not keep the process alive.
 */
export class RealTimeClock implements Clock {
  readonly #timers = new TimerQueue();
  readonly #onBug: OnBug;
  #timeout: NodeJS.Timeout | undefined;
  #wakeUs = Number.POSITIVE_INFINITY;

  /** @param onBug receives exceptions of callbacks; absent: they reach the process */
  constructor(onBug: OnBug = rethrow) {
    this.#onBug = onBug;
  }

  nowUs(): number {
    return Math.round((performance.timeOrigin + performance.now()) * 1000);
  }

  schedule(atUs: number, callback: (dueUs: number) => void): Cancel {
    const cancel = this.#timers.schedule(atUs, callback);
    if (atUs < this.#wakeUs) this.#arm(atUs);
    return cancel;
  }

  /** Discards all scheduled calls. */
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
    // One reading for the whole loop: calls that schedule further calls for now must not starve the event loop.
    const nowUs = this.nowUs();
    try {
      this.#timers.runDue(nowUs, this.#onBug);
    } finally {
      if (this.#wakeUs !== Number.NEGATIVE_INFINITY) this.#arm(this.#timers.nextUs);
    }
  }
}
