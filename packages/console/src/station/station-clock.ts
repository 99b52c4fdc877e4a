import { parseTimestamp } from '@kitestring/contract/timestamp.ts';

/**
 * What time it is at the station. A browser's own clock may be an hour off, and a simulated station has a time of its
 * own: how long something lasts can only be told by the station's clock.
 */
export class StationClock {
  readonly #monotonicMs: () => number;
  #heard: { readonly stationMs: number; readonly atMs: number } | undefined;

  /** @param monotonicMs a time that only runs forward, milliseconds */
  constructor(monotonicMs: () => number = () => performance.now()) {
    this.#monotonicMs = monotonicMs;
  }

  /** The station has said what time it is, microseconds. */
  readonly heard = (stationTimeUs: number): void => {
    this.#heard = { stationMs: stationTimeUs / 1000, atMs: this.#monotonicMs() };
  };

  /** The station has said what time it is, as text. */
  read(timestamp: string | undefined): void {
    const timeUs = timestamp === undefined ? undefined : parseTimestamp(timestamp);
    if (timeUs !== undefined) this.heard(timeUs);
  }

  /** Milliseconds since 1970; undefined until the station has said it. */
  nowMs(): number | undefined {
    if (this.#heard === undefined) return undefined;
    return this.#heard.stationMs + this.#monotonicMs() - this.#heard.atMs;
  }
}
