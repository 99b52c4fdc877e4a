/** Later than the quickest by this much, milliseconds: worth asking how long an answer takes. */
const SUSPECT_FROM_MS = 400;

/**
 * Whether messages of the station come later than they did: told by the times that they carry, which need no question. The
 * difference of both clocks means nothing, its growth does; a simulation that is slower than time grows it too, so this is a
 * reason to ask for the truth and no more.
 */
export class LinkLateness {
  #leastMs = Number.POSITIVE_INFINITY;
  #latestMs = Number.NEGATIVE_INFINITY;

  /** A message came at `hereMs` that was sent at `stationMs`; both on their own clocks. */
  observe(stationMs: number, hereMs: number): void {
    this.#latestMs = hereMs - stationMs;
    this.#leastMs = Math.min(this.#leastMs, this.#latestMs);
  }

  /** An answer was quick: what comes now is in time, whatever both clocks have drifted. */
  isInTime(): void {
    this.#leastMs = this.#latestMs;
  }

  get isSuspect(): boolean {
    return this.#latestMs - this.#leastMs > SUSPECT_FROM_MS;
  }
}
