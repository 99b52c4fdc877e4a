import { LIMITS } from '@kitestring/hub-contract/limits.ts';

/**
 * Send times of the newest beats, by a clock that never goes back. The age of a command is the time since the beat that
 * it names, so the clocks of hub and station are never compared.
 */
export class BeatLog {
  readonly #sentMs: number[] = [];
  #newest = 0;

  /** Takes the next number. Called before the beat is sent, so that an age is never too low. */
  next(nowMs: number): number {
    this.#newest += 1;
    this.#sentMs[this.#newest % LIMITS.beatsKept] = nowMs;
    return this.#newest;
  }

  get newest(): number {
    return this.#newest;
  }

  /** Milliseconds since the beat was sent; undefined for an unknown or forgotten beat. */
  ageMs(beat: number, nowMs: number): number | undefined {
    if (beat < 1 || beat > this.#newest || beat <= this.#newest - LIMITS.beatsKept) return undefined;
    const sentMs = this.#sentMs[beat % LIMITS.beatsKept];
    return sentMs === undefined ? undefined : nowMs - sentMs;
  }
}
