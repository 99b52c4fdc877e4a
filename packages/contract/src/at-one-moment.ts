/** Two clocks read so close to each other say the same moment, milliseconds. */
const ONE_MOMENT_MS = 0.5;
/** On a machine that never lets a thread read two clocks in one go, the last reading has to do. */
const TRIES = 5;

/**
 * What `read` reads of several clocks, as of one moment: it is called again when the thread was kept from the processor in between,
 * which on a busy machine sets two clocks some hundredths of a second apart.
 *
 * @param nowMs a clock that never goes back, milliseconds
 */
export function atOneMoment<Times>(read: () => Times, nowMs = () => performance.now()): Times {
  for (let left = TRIES; ; left -= 1) {
    const beforeMs = nowMs();
    const times = read();
    if (nowMs() - beforeMs <= ONE_MOMENT_MS || left <= 1) return times;
  }
}
