/**
 * Milliseconds that never go back and continue while the computer sleeps. The monotonic clock stops during sleep, so
 * that an order that waited in a socket would seem young. If the real-time clock is set forward, it counts as a sleep,
 * and orders that only seem too old are refused.
 */
export function sleepProofClock(monotonicMs = () => performance.now(), dayMs = () => Date.now()): () => number {
  let aheadMs = dayMs() - monotonicMs();
  return () => {
    const nowMs = monotonicMs();
    aheadMs = Math.max(aheadMs, dayMs() - nowMs);
    return nowMs + aheadMs;
  };
}

/** The instance of this process: it times beats and the age of orders. */
export const sleepProofMs = sleepProofClock();
