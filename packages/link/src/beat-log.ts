import { LIMITS } from '@kitestring/hubcontract/limits.ts';

/**
 * When each of the newest beats was sent, by a clock that never goes back. A command’s age is the time since the beat that it
 * names: no clock of the hub is compared with one of the station.
 */
export class BeatLog {
  readonly #sentMs: number[] = [];
  #newest = 0;

  /** Takes the next number, before the beat is sent: an age is never too low. */
  next(nowMs: number): number {
    this.#newest += 1;
    this.#sentMs[this.#newest % LIMITS.beatsKept] = nowMs;
    return this.#newest;
  }

  get newest(): number {
    return this.#newest;
  }

  /** Milliseconds since the beat was sent; undefined for one that was never sent, or too long ago to be known. */
  ageMs(beat: number, nowMs: number): number | undefined {
    if (beat < 1 || beat > this.#newest || beat <= this.#newest - LIMITS.beatsKept) return undefined;
    const sentMs = this.#sentMs[beat % LIMITS.beatsKept];
    return sentMs === undefined ? undefined : nowMs - sentMs;
  }
}
