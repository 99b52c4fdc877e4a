import type { AccessUnit } from '../access-unit.ts';

/** Key frames make shorter intervals say little. */
const INTERVAL_MS = 2000;
/** From then on the first interval says enough for a link that is too narrow. */
const FIRST_MS = 500;

/** Bit rate of a stream, over the last whole interval. */
export class StreamRate {
  readonly #nowMs: () => number;
  #beganMs: number | undefined;
  #bytes = 0;
  #bps: number | undefined;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Undefined at the beginning. */
  get bps(): number | undefined {
    if (this.#bps !== undefined || this.#beganMs === undefined) return this.#bps;
    const lastedMs = this.#nowMs() - this.#beganMs;
    return lastedMs < FIRST_MS ? undefined : (this.#bytes * 8000) / lastedMs;
  }

  take({ nals }: AccessUnit): void {
    const nowMs = this.#nowMs();
    this.#beganMs ??= nowMs;
    for (const nal of nals) this.#bytes += nal.length;
    const lastedMs = nowMs - this.#beganMs;
    if (lastedMs < INTERVAL_MS) return;
    this.#bps = (this.#bytes * 8000) / lastedMs;
    this.#beganMs = nowMs;
    this.#bytes = 0;
  }
}
