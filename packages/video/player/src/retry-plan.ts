/** When the next connection is attempted, and whether a stalled path is given up. */
import { type RetryRange, retryDelayMs } from './retry-delay.ts';

/** Earlier stalls say nothing about the present network. */
const STALLS_WITHIN_MS = 60_000;
/** A connection that has played for this long has not failed. */
const GOOD_AFTER_MS = 5000;
/** One that says to come again much later may be back before. */
const ASKED_WAIT_MAX_MS = 60_000;
/** The first stall may be an accident. */
const TOO_MANY_STALLS = 2;

/**
 * Counts consecutive failures, and stalls of the last minute: with a stall every ten seconds there are not four
 * attempts per second, although each connection started well.
 */
export class RetryPlan {
  #failures = 0;
  #stallsMs: readonly number[] = [];
  readonly #range: RetryRange | undefined;

  /** @param range from a quarter of a second to five when absent */
  constructor(range?: RetryRange) {
    this.#range = range;
  }

  /** In a row. */
  get failures(): number {
    return this.#failures;
  }

  /** A connection has failed or ended. @param askedMs the wait that a refusal asks for @returns delay before the next attempt */
  failed(nowMs: number, random: number, askedMs = 0): number {
    this.#failures += 1;
    const ownMs = retryDelayMs(Math.max(this.#failures, this.#stalls(nowMs).length), random, this.#range);
    return Math.max(ownMs, Math.min(askedMs, ASKED_WAIT_MAX_MS));
  }

  /** Pictures have stalled for too long. @returns whether to change the path, if there is another one */
  stalled(nowMs: number): boolean {
    this.#stallsMs = [...this.#stalls(nowMs), nowMs];
    return this.#stallsMs.length >= TOO_MANY_STALLS;
  }

  /** @param forMs since the first picture of this connection */
  played(forMs: number): void {
    if (forMs > GOOD_AFTER_MS) this.#failures = 0;
  }

  /** The page was suspended: earlier events are obsolete. */
  reset(): void {
    this.#failures = 0;
    this.#stallsMs = [];
  }

  #stalls(nowMs: number): readonly number[] {
    return this.#stallsMs.filter((stallMs) => nowMs - stallMs < STALLS_WITHIN_MS);
  }
}
