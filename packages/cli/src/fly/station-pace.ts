/** Times closer together than this say little about the pace: messages of one moment arrive one after another. */
const MIN_SPAN_MS = 50;

interface Moment {
  readonly stationUs: number;
  readonly wallMs: number;
}

/**
 * The station's own time, which a simulation may run faster or slower than ours. Learned from the times that messages
 * carry; a station that sends none is a real one and runs with the wall clock.
 */
export class StationPace {
  readonly #wallMs: () => number;
  #first: Moment | undefined;
  #latest: Moment | undefined;
  #hasUntimed = false;
  #shownS = 0;

  /** @param wallMs milliseconds that only grow */
  constructor(wallMs: () => number = () => performance.now()) {
    this.#wallMs = wallMs;
  }

  /** @param stationUs time that a message carries, undefined for none */
  observe(stationUs: number | undefined): void {
    if (stationUs === undefined) this.#hasUntimed = true;
    else if (stationUs > (this.#latest?.stationUs ?? Number.NEGATIVE_INFINITY)) {
      this.#latest = { stationUs, wallMs: this.#wallMs() };
      this.#first ??= this.#latest;
    }
  }

  /** Seconds of station time that only grow; their beginning means nothing. Estimated since the latest message. */
  nowS(): number {
    const wallMs = this.#wallMs();
    const [first, latest] = [this.#first, this.#latest];
    const isTimed = first !== undefined && latest !== undefined;
    const nowS = isTimed ? this.#estimateS(first, latest, wallMs) : wallMs / 1000;
    this.#shownS = Math.max(this.#shownS, nowS);
    return this.#shownS;
  }

  /** Seconds of station time per second; undefined until it is known. */
  get speed(): number | undefined {
    if (this.#first === undefined || this.#latest === undefined) return this.#hasUntimed ? 1 : undefined;
    const spanMs = this.#latest.wallMs - this.#first.wallMs;
    return spanMs < MIN_SPAN_MS ? undefined : (this.#latest.stationUs - this.#first.stationUs) / 1000 / spanMs;
  }

  #estimateS(first: Moment, latest: Moment, wallMs: number): number {
    const sinceS = ((wallMs - latest.wallMs) / 1000) * (this.speed ?? 1);
    return first.wallMs / 1000 + (latest.stationUs - first.stationUs) / 1e6 + sinceS;
  }
}
