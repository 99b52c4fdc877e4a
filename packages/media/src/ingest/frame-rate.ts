import { RTP_CLOCK_HZ } from '../access-unit.ts';

const KEPT = 31;
const ENOUGH = 8;
/** Nominal frame rates: a measured rate close to one of these is replaced by it. */
const USUAL = [5, 8, 10, 12.5, 15, 20, 24, 25, 30, 50, 60];
const NEARLY = 0.03;

/** Frame rate by picture times: cameras' own statements are often wrong. */
export class FrameRate {
  readonly #steps: number[] = [];
  #last: number | undefined;

  add(rtpTime: number): void {
    if (this.#last !== undefined) this.#steps.push(rtpTime - this.#last);
    if (this.#steps.length > KEPT) this.#steps.shift();
    this.#last = rtpTime;
  }

  restart(): void {
    this.#last = undefined;
    this.#steps.length = 0;
  }

  /** Undefined until there are enough pictures. */
  get framesPerS(): number | undefined {
    if (this.#steps.length < ENOUGH) return undefined;
    const sorted = this.#steps.toSorted((one, other) => one - other);
    const middle = sorted[sorted.length >> 1] ?? 0;
    const rate = RTP_CLOCK_HZ / Math.max(1, middle);
    return USUAL.find((usual) => Math.abs(usual - rate) < usual * NEARLY) ?? Math.min(240, Math.max(1, rate));
  }
}
