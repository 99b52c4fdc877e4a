/** Times closer together than this say little about the pace: messages of one moment arrive one after another. */
const MIN_SPAN_MS = 50;

/**
 * The station's own time, which a simulation may run faster or slower than ours. Learned from the times that messages
 * carry; a station that sends none is a real one and runs with the wall clock.
 */
export class StationPace {
  readonly #wallMs: () => number;
  #latest: { readonly stationUs: number; readonly wallMs: number } | undefined;
  #origin: { readonly stationUs: number; readonly wallMs: number } | undefined;

  /** @param wallMs milliseconds that only grow */
  constructor(wallMs: () => number = () => performance.now()) {
    this.#wallMs = wallMs;
  }

  /** @param stationUs time that a message carries, undefined for none */
  observe(stationUs: number | undefined): void {
    if (stationUs === undefined || stationUs <= (this.#latest?.stationUs ?? Number.NEGATIVE_INFINITY)) return;
    this.#latest = { stationUs, wallMs: this.#wallMs() };
    this.#origin ??= this.#latest;
  }

  /** Seconds of station time that only grow; their beginning means nothing. */
  nowS(): number {
    return this.#latest === undefined ? this.#wallMs() / 1000 : this.#latest.stationUs / 1e6;
  }

  /** Seconds of station time per second; undefined until it is known. 1 where messages carry no time. */
  get speed(): number | undefined {
    if (this.#latest === undefined || this.#origin === undefined) return undefined;
    const spanMs = this.#latest.wallMs - this.#origin.wallMs;
    return spanMs < MIN_SPAN_MS ? undefined : (this.#latest.stationUs - this.#origin.stationUs) / 1000 / spanMs;
  }
}
