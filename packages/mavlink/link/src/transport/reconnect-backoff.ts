const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;

/** Time until the next attempt, microseconds: it doubles with each failure. @param failures at least 1 */
export const reconnectWaitUs = (failures: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (Math.min(failures, 16) - 1)) * 1000;
