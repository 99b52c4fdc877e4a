import { type Cancel, type Clock, US_PER_S } from '@kitestring/base/clock.ts';

/** More indicate clients that leave requests behind: each holds a connection. Then they are answered at once. */
const WAITING_MAX = 64;

/** Requests that wait for a change: at most 64, each for a limited time, and none while the station does not serve. */
export class Waiters {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();
  /** False before the station serves and while it stops: requests are answered at once. */
  #isHeld = false;

  /** @param clock real time */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** From now on requests may wait, until the returned function is called. */
  hold(): Cancel {
    this.#isHeld = true;
    return () => {
      this.#isHeld = false;
      this.release();
    };
  }

  /** Resolves when they are released, or after so many seconds. */
  async wait(seconds: number): Promise<void> {
    if (!this.#isHeld || this.#waiting.size >= WAITING_MAX) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    const cancel = this.#clock.schedule(this.#clock.nowUs() + seconds * US_PER_S, () => resolve());
    await promise;
    cancel();
    this.#waiting.delete(resolve);
  }

  /** Ends all waits: the awaited event has happened. */
  release(): void {
    for (const resolve of this.#waiting) resolve();
  }
}
