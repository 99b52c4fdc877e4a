const BACKOFF_MIN_MS = 500;
const BACKOFF_MAX_MS = 30_000;
/** Refusals after which a station tries only once an hour. */
const REFUSALS_MAX = 3;
const REFUSED_WAIT_MS = 3_600_000;

/** Doubles from half a second to half a minute, with a random part, so that a thousand stations do not reconnect at once. */
export function reconnectWaitMs(failures: number, refusals: number): number {
  if (refusals >= REFUSALS_MAX) return REFUSED_WAIT_MS;
  const mostMs = Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** Math.max(0, failures - 1));
  return mostMs / 2 + (Math.random() * mostMs) / 2;
}
