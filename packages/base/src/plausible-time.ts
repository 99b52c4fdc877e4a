/** This software is from 2026 and its data from later; an earlier clock was never set. */
const FIRST_YEAR = 2026;
const LAST_YEAR = 2099;

/** Whether a machine whose clock says so can have been set. @param timeMs milliseconds since 1970 */
export function isPlausibleTime(timeMs: number): boolean {
  const year = new Date(timeMs).getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}
