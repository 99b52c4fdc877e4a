/**
 * Milliseconds that never go back, and that go on while the computer sleeps: the monotonic clock stands still then, and an order that waited
 * in a socket meanwhile would seem young. A clock of the day that is set forward counts as a sleep; what is older than it seems is refused.
 */
export function sleepProofClock(monotonicMs = () => performance.now(), dayMs = () => Date.now()): () => number {
  let aheadMs = dayMs() - monotonicMs();
  return () => {
    const nowMs = monotonicMs();
    aheadMs = Math.max(aheadMs, dayMs() - nowMs);
    return nowMs + aheadMs;
  };
}

/** The one of this process: beats and the ages of orders are measured by it. */
export const sleepProofMs = sleepProofClock();
