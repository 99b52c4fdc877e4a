/** Two clocks read within this time are taken as read at the same moment, milliseconds. */
const ONE_MOMENT_MS = 0.5;
/** After so many attempts on a busy machine the last reading is used. */
const TRIES = 5;

/**
 * Reads several clocks as of one moment: `read` is called again when the thread was descheduled in between, which on a
 * busy machine sets two clocks some hundredths of a second apart.
 *
 * @param nowMs a monotonic clock, milliseconds
 */
export function atOneMoment<Times>(read: () => Times, nowMs = () => performance.now()): Times {
  for (let left = TRIES; ; left -= 1) {
    const beforeMs = nowMs();
    const times = read();
    if (nowMs() - beforeMs <= ONE_MOMENT_MS || left <= 1) return times;
  }
}
