import { parseTimestamp } from '@kitestring/contract/timestamp.ts';

/** Times closer together than this say little about the speed: messages of one moment arrive one after another. */
const MIN_SPAN_MS = 50;
/** Messages of several topics may overtake each other by this much; a time that is further back is a clock that was set. */
const OVERTAKEN_MAX_US = 1e6;

interface StationClockReading {
  readonly stationUs: number;
  readonly hereMs: number;
}

/**
 * What time it is at the station, learned from the times that its messages carry. This machine's own clock may be an hour
 * off, and a simulated station has a time of its own, which may run faster or slower: how long something lasts there can
 * only be told by the station's clock. A station whose messages carry no time counts as a real one.
 */
export class StationClock {
  readonly #hereMs: () => number;
  #first: StationClockReading | undefined;
  #latest: StationClockReading | undefined;
  #hasUntimed = false;
  #elapsedS = 0;

  /** @param hereMs milliseconds that only grow */
  constructor(hereMs: () => number = () => performance.now()) {
    this.#hereMs = hereMs;
  }

  /** @param stationUs time that a message carries, microseconds since 1970; undefined for none */
  readonly observe = (stationUs: number | undefined): void => {
    if (stationUs === undefined) {
      this.#hasUntimed = true;
      return;
    }
    const aheadUs = stationUs - (this.#latest?.stationUs ?? Number.NEGATIVE_INFINITY);
    if (aheadUs <= 0 && aheadUs >= -OVERTAKEN_MAX_US) return;
    this.#latest = { stationUs, hereMs: this.#hereMs() };
    if (this.#first === undefined || aheadUs < 0) this.#first = this.#latest;
  };

  /** @param timestamp time that an answer carries; one that is none is left alone */
  read(timestamp: string | undefined): void {
    const stationUs = timestamp === undefined ? undefined : parseTimestamp(timestamp);
    if (stationUs !== undefined) this.observe(stationUs);
  }

  /** Milliseconds since 1970, as if the station's time had run with ours since its latest message; undefined before it. */
  nowMs(): number | undefined {
    return this.#latest && this.#latest.stationUs / 1000 + this.#hereMs() - this.#latest.hereMs;
  }

  /** Seconds of station time that only grow; their beginning means nothing. Estimated since the latest message. */
  elapsedS(): number {
    const hereMs = this.#hereMs();
    const [first, latest] = [this.#first, this.#latest];
    const isTimed = first !== undefined && latest !== undefined;
    this.#elapsedS = Math.max(this.#elapsedS, isTimed ? this.#estimateS(first, latest, hereMs) : hereMs / 1000);
    return this.#elapsedS;
  }

  /** Seconds of station time per second; undefined until it is known. */
  get speed(): number | undefined {
    if (this.#first === undefined || this.#latest === undefined) return this.#hasUntimed ? 1 : undefined;
    const spanMs = this.#latest.hereMs - this.#first.hereMs;
    return spanMs < MIN_SPAN_MS ? undefined : (this.#latest.stationUs - this.#first.stationUs) / 1000 / spanMs;
  }

  #estimateS(first: StationClockReading, latest: StationClockReading, hereMs: number): number {
    const sinceS = ((hereMs - latest.hereMs) / 1000) * (this.speed ?? 1);
    return first.hereMs / 1000 + (latest.stationUs - first.stationUs) / 1e6 + sinceS;
  }
}
