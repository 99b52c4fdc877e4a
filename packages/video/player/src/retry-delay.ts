/** Delay before the next attempt: increasing, and spread so that many players do not reconnect at once. */
export interface RetryRange {
  readonly firstMs: number;
  readonly mostMs: number;
}

const USUAL_RANGE: RetryRange = { firstMs: 250, mostMs: 5000 };
const SPREAD = 0.2;

/** @param failures in a row, from 1. @param random in [0, 1) */
export function retryDelayMs(failures: number, random: number, { firstMs, mostMs } = USUAL_RANGE): number {
  const baseMs = Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 16));
  return Math.round(baseMs * (1 - SPREAD + 2 * SPREAD * random));
}
