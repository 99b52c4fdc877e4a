/** The narrowest part of an uplink, which all connections of a station share, with a buffer of any length, as in many mobile networks. */
export class SharedLine {
  kbps: number;
  #freeAtMs = 0;
  #bytes = 0;

  constructor(kbps: number) {
    this.kbps = kbps;
  }

  /** How long whatever is sent now waits for it. */
  get waitMs(): number {
    return Math.max(0, this.#freeAtMs - performance.now());
  }

  /** All that was given to it. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @returns when the last of these bytes has left it, by `performance.now()` */
  take(bytes: number): number {
    this.#bytes += bytes;
    this.#freeAtMs = Math.max(performance.now(), this.#freeAtMs) + (bytes * 8) / this.kbps;
    return this.#freeAtMs;
  }
}
