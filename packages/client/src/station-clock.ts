import { parseTimestamp } from '@kitestring/base/timestamp.ts';

/**
 * Times closer together than this carry no information on the speed: messages sent together arrive one after another.
 */
const MIN_SPAN_MS = 50;
/** Messages of several topics may overtake each other by this much; a larger step back means that the clock was set. */
const OVERTAKEN_MAX_US = 1e6;

interface StationClockReading {
  readonly stationUs: number;
  readonly hereMs: number;
}

/**
 * Estimates station time from the timestamps of its messages.
 *
 * The local clock may be an hour off, and a simulated station has its own time, which may run faster or slower:
 * durations there can only be measured by the station's clock. A station whose messages carry no time is taken to run
 * in real time.
 */
export class StationClock {
  readonly #hereMs: () => number;
  #first: StationClockReading | undefined;
  #latest: StationClockReading | undefined;
  #hasUntimed = false;
  #elapsedS = 0;

  /** @param hereMs monotonic local time, milliseconds */
  constructor(hereMs: () => number = () => performance.now()) {
    this.#hereMs = hereMs;
  }

  /** @param stationUs time of a message, microseconds since 1970; undefined for none */
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

  /** @param timestamp time of an answer; an invalid one is ignored */
  read(timestamp: string | undefined): void {
    const stationUs = timestamp === undefined ? undefined : parseTimestamp(timestamp);
    if (stationUs !== undefined) this.observe(stationUs);
  }

  /** Station time, milliseconds since 1970, extrapolated from its latest message; undefined before the first one. */
  nowMs(): number | undefined {
    return this.#latest && this.#latest.stationUs / 1000 + this.#hereMs() - this.#latest.hereMs;
  }

  /** Monotonic seconds of station time from an arbitrary origin, extrapolated from the latest message. */
  elapsedS(): number {
    const hereMs = this.#hereMs();
    const [first, latest] = [this.#first, this.#latest];
    const isTimed = first !== undefined && latest !== undefined;
    this.#elapsedS = Math.max(this.#elapsedS, isTimed ? this.#estimateS(first, latest, hereMs) : hereMs / 1000);
    return this.#elapsedS;
  }

  /** Seconds of station time per second of real time; undefined while unknown. */
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
