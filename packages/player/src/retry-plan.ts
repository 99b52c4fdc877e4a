/** When the next connection is tried, and whether the path that has stalled deserves it. */
import { retryDelayMs } from './retry-delay.ts';

/** Stalls that are longer ago say nothing about the network of now. */
const STALLS_WITHIN_MS = 60_000;
/** Who has played for so long has not failed. */
const GOOD_AFTER_MS = 5000;
/** The first may have been an accident. */
const TOO_MANY_STALLS = 2;

/**
 * Counts failures in a row, and stalls of the last minute: a network on which pictures stall every ten seconds is not tried
 * four times a second, although each connection had begun well.
 */
export class RetryPlan {
  #failures = 0;
  #stallsMs: readonly number[] = [];

  /** A connection has not worked, or is over. @returns how long to wait */
  failed(nowMs: number, random: number): number {
    this.#failures += 1;
    return retryDelayMs(Math.max(this.#failures, this.#stallsOf(nowMs).length), random);
  }

  /** Pictures have stalled for too long. @returns whether the path is to be changed, if there is another one */
  stalled(nowMs: number): boolean {
    this.#stallsMs = [...this.#stallsOf(nowMs), nowMs];
    return this.#stallsMs.length >= TOO_MANY_STALLS;
  }

  /** @param forMs since the first picture of this connection */
  played(forMs: number): void {
    if (forMs > GOOD_AFTER_MS) this.#failures = 0;
  }

  /** The page was away: what was before says nothing. */
  reset(): void {
    this.#failures = 0;
    this.#stallsMs = [];
  }

  #stallsOf(nowMs: number): readonly number[] {
    return this.#stallsMs.filter((stallMs) => nowMs - stallMs < STALLS_WITHIN_MS);
  }
}
