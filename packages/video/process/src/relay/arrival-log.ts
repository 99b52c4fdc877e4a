import type { UplinkReading } from './uplink-rate.ts';

/** Arrival of a packet as the relay reports it. */
export interface Arrival {
  /** Transport-wide number, 16 bits. */
  readonly sequence: number;
  /** By the clock of the relay; undefined for one that has not arrived. */
  readonly atMs: number | undefined;
}

interface Sent {
  readonly sequence: number;
  readonly bytes: number;
  readonly atMs: number;
}

/** Some seconds of a large stream. A power of two. */
const KEPT = 4096;
/** Shorter intervals reflect bursts rather than the link. */
const INTERVAL_MS = 400;
/** Clocks drift apart, and ways change: the shortest way is that of the last half to whole minute. */
const BASE_MS = 30_000;

/**
 * Reports of a relay about packets (transport-wide congestion control,
 * https://datatracker.ietf.org/doc/html/draft-holmer-rmcat-transport-wide-cc-extensions-01), put together to readings.
 * The clocks of both sides differ: only differences between times on the way count.
 */
export class ArrivalLog {
  readonly #sent: (Sent | undefined)[] = new Array(KEPT).fill(undefined);
  #beganMs: number | undefined;
  #sentBytes = 0;
  #carriedBytes = 0;
  #arrived = 0;
  #lost = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  #fastestMs = Number.POSITIVE_INFINITY;
  #baseMs = Number.POSITIVE_INFINITY;
  #newBaseMs = Number.POSITIVE_INFINITY;
  #baseSinceMs = 0;

  sent(sequence: number, bytes: number, atMs: number): void {
    this.#beganMs ??= atMs;
    this.#sentBytes += bytes;
    this.#sent[sequence & (KEPT - 1)] = { sequence, bytes, atMs };
  }

  /** @returns a reading when enough has been reported since the last one */
  reported(arrivals: readonly Arrival[], nowMs: number): UplinkReading | undefined {
    for (const arrival of arrivals) this.#take(arrival, nowMs);
    const beganMs = this.#beganMs ?? nowMs;
    const lastedMs = nowMs - beganMs;
    if (lastedMs < INTERVAL_MS || this.#arrived < 2) return undefined;
    const spanMs = Math.max(lastedMs, this.#last - this.#first);
    const reading = {
      nowMs,
      sentBps: (this.#sentBytes * 8000) / lastedMs,
      carriedBps: (this.#carriedBytes * 8000) / spanMs,
      lossShare: this.#lost / (this.#lost + this.#arrived),
      queueMs: Math.max(0, this.#fastestMs - this.#baseMs),
    };
    this.#begin(nowMs);
    return reading;
  }

  #take({ atMs, sequence }: Arrival, nowMs: number): void {
    const sent = this.#sent[sequence & (KEPT - 1)];
    if (sent?.sequence !== sequence) return;
    if (atMs === undefined) {
      this.#lost += 1;
      return;
    }
    // Reported once: a repeated report does not count.
    this.#sent[sequence & (KEPT - 1)] = undefined;
    this.#arrived += 1;
    this.#carriedBytes += sent.bytes;
    this.#first = Math.min(this.#first, atMs);
    this.#last = Math.max(this.#last, atMs);
    const wayMs = atMs - sent.atMs;
    this.#fastestMs = Math.min(this.#fastestMs, wayMs);
    this.#lowerBase(wayMs, nowMs);
  }

  #lowerBase(wayMs: number, nowMs: number): void {
    if (nowMs - this.#baseSinceMs > BASE_MS) {
      this.#baseMs = this.#newBaseMs;
      this.#newBaseMs = Number.POSITIVE_INFINITY;
      this.#baseSinceMs = nowMs;
    }
    this.#newBaseMs = Math.min(this.#newBaseMs, wayMs);
    this.#baseMs = Math.min(this.#baseMs, wayMs);
  }

  #begin(nowMs: number): void {
    this.#beganMs = nowMs;
    this.#sentBytes = 0;
    this.#carriedBytes = 0;
    this.#arrived = 0;
    this.#lost = 0;
    this.#first = Number.POSITIVE_INFINITY;
    this.#last = Number.NEGATIVE_INFINITY;
    this.#fastestMs = Number.POSITIVE_INFINITY;
  }
}
