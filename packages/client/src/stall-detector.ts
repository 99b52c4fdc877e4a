/**
 * Seconds of station time without any progress after which a goal is given up. The longest time in which no progress is
 * visible is that of the lids (12 s, then they count as stuck) and of the checks before a take-off (3 s).
 */
export const STALL_S = 30;
/** A fast simulation passes many seconds from one message to the next; only this many without progress are a stall. */
const STALL_MESSAGES = 10;
/** Less than this is noise, not progress (metres or degrees). */
const MIN_PROGRESS = 0.1;

/** Notices that nothing moves towards a goal any more, at any speed of the station's time. */
export class StallDetector {
  #phase = '';
  #best = Number.POSITIVE_INFINITY;
  #sinceS = 0;
  #messages = 0;

  /**
   * Call it for each message.
   * @param phase another one is progress
   * @param remaining metres or degrees that are missing, if they can be told
   * @param stationS seconds of station time that only grow
   * @returns whether there was no progress for `STALL_S`
   */
  observe(phase: string, remaining: number | undefined, stationS: number): boolean {
    const missing = remaining ?? Number.POSITIVE_INFINITY;
    this.#messages += 1;
    if (phase !== this.#phase || missing < this.#best - MIN_PROGRESS) {
      this.#phase = phase;
      this.#best = Math.min(this.#best, missing);
      this.#sinceS = stationS;
      this.#messages = 0;
    }
    return this.#messages >= STALL_MESSAGES && stationS - this.#sinceS >= STALL_S;
  }
}
