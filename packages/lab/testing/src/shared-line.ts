/**
 * The bottleneck of an uplink, shared by all connections of a station, with an unlimited buffer, as in many mobile
 * networks.
 */
export class SharedLine {
  kbps: number;
  #freeAtMs = 0;
  #bytes = 0;

  constructor(kbps: number) {
    this.kbps = kbps;
  }

  /** Wait of bytes sent now for the line. */
  get waitMs(): number {
    return Math.max(0, this.#freeAtMs - performance.now());
  }

  /** Bytes sent into the line. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @returns when the last of these bytes leaves the line, by `performance.now()` */
  take(bytes: number): number {
    this.#bytes += bytes;
    this.#freeAtMs = Math.max(performance.now(), this.#freeAtMs) + (bytes * 8) / this.kbps;
    return this.#freeAtMs;
  }
}
