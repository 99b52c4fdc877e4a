import type { Cancel, Clock } from '@kitestring/station/ports/clock.ts';

/**
 * Interval of housekeeping, which a scenario would otherwise run thousands of times: every store write waits for the
 * disk, and nothing reads the result.
 */
const HOUSEKEEPING_MS = 1000;

/**
 * Real-time clock of a scenario's station: limits and ages follow station time, so that they do not depend on the
 * machine's speed; scheduled calls are housekeeping and run in real time. It is needed before the station exists, so
 * it stands still until a clock is set.
 */
export class StationTime implements Clock {
  readonly #startUs: number;
  #followed: Pick<Clock, 'nowUs'> | undefined;

  constructor(startUs: number) {
    this.#startUs = startUs;
  }

  nowUs(): number {
    return this.#followed?.nowUs() ?? this.#startUs;
  }

  schedule(atUs: number, callback: () => void): Cancel {
    const timer = setTimeout(callback, Math.max(HOUSEKEEPING_MS, (atUs - this.nowUs()) / 1000));
    return () => clearTimeout(timer);
  }

  follow(clock: Pick<Clock, 'nowUs'>): void {
    this.#followed = clock;
  }
}
