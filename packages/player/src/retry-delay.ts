/** Delay before the next attempt: increasing, and spread so that many players do not reconnect at once. */
const FIRST_MS = 250;
const MOST_MS = 5000;
const SPREAD = 0.2;

/** @param failures in a row, from 1. @param random in [0, 1) */
export function retryDelayMs(failures: number, random: number): number {
  const baseMs = Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 16));
  return Math.round(baseMs * (1 - SPREAD + 2 * SPREAD * random));
}
