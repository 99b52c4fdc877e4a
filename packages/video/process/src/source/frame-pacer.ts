/** Schedules pictures on a grid of equal periods; missed times are skipped, never made up for. */
export class FramePacer {
  #periodMs: number;
  #beginMs: number;
  #slot = 0;

  constructor(framesPerS: number, nowMs: number) {
    this.#periodMs = 1000 / framesPerS;
    this.#beginMs = nowMs;
  }

  get framesPerS(): number {
    return 1000 / this.#periodMs;
  }

  /** Time until the next picture, milliseconds, never negative. */
  dueInMs(nowMs: number): number {
    return Math.max(0, this.#beginMs + this.#slot * this.#periodMs - nowMs);
  }

  /** Call when a picture is made. @returns number of skipped pictures before it */
  tick(nowMs: number): number {
    const reached = Math.max(this.#slot, Math.floor((nowMs - this.#beginMs) / this.#periodMs + 1e-6));
    const skipped = reached - this.#slot;
    this.#slot = reached + 1;
    return skipped;
  }

  /** Changes the rate from the next picture on. */
  setFramesPerS(framesPerS: number, nowMs: number): void {
    this.#beginMs = nowMs + Math.min(this.dueInMs(nowMs), 1000 / framesPerS);
    this.#periodMs = 1000 / framesPerS;
    this.#slot = 0;
  }
}
