import type { Cancel, Clock } from '@kitestring/station/ports/clock.ts';

/**
 * Housekeeping that a scenario would else do thousands of times is done this seldom: every write of the store waits for the
 * disk, and nobody reads these.
 */
const HOUSEKEEPING_MS = 1000;

/**
 * The clock for what protects a network, as a scenario wants it: limits and ages go by station time, so that they do not
 * depend on how fast the machine is; calls that are scheduled by it are housekeeping and come in real time. It is needed
 * before there is a station, so it stands still until it is told which clock to follow.
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
