import type { RealTimers } from './px4-port.ts';

/** The timers of the process. */
export const REAL_TIMERS: RealTimers = {
  nowMs: () => performance.now(),
  setTimer(delayMs, callback) {
    // Node's timers would wait a whole millisecond.
    if (delayMs < 0.5) {
      const immediate = setImmediate(callback);
      return () => clearImmediate(immediate);
    }
    const timeout = setTimeout(callback, delayMs);
    return () => clearTimeout(timeout);
  },
};
