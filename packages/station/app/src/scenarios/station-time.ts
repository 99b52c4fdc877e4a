import type { Cancel, Clock } from '@kitestring/base/clock.ts';

/**
 * Interval of housekeeping, which a scenario would otherwise run thousands of times: every store write waits for the
 * disk, and nothing reads the result.
 */
const HOUSEKEEPING_MS = 1000;

/**
 * Real-time clock of a scenario's station: limits and ages follow station time, so that they do not depend on the
 * machine's speed; scheduled calls are housekeeping and run in real time. It is needed before the station exists, so
 * it stands still until a clock is set. It never goes back, as the clock of a station does that is reset to a snapshot.
 */
export class StationTime implements Clock {
  readonly #startUs: number;
  #followed: Pick<Clock, 'nowUs'> | undefined;
  #aheadUs = 0;
  #lastUs = 0;

  constructor(startUs: number) {
    this.#startUs = startUs;
  }

  nowUs(): number {
    const followedUs = this.#followed?.nowUs() ?? this.#startUs;
    this.#aheadUs = Math.max(this.#aheadUs, this.#lastUs - followedUs);
    this.#lastUs = followedUs + this.#aheadUs;
    return this.#lastUs;
  }

  schedule(atUs: number, callback: (dueUs: number) => void): Cancel {
    const timer = setTimeout(() => callback(atUs), Math.max(HOUSEKEEPING_MS, (atUs - this.nowUs()) / 1000));
    return () => clearTimeout(timer);
  }

  follow(clock: Pick<Clock, 'nowUs'>): void {
    this.#followed = clock;
  }
}
