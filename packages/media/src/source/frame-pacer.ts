/** Says when the next picture is due, on a grid of equal periods; a time that was missed is left out, never made up for. */
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

  /** From now until the next picture, milliseconds, never negative. */
  dueInMs(nowMs: number): number {
    return Math.max(0, this.#beginMs + this.#slot * this.#periodMs - nowMs);
  }

  /** A picture is made now. @returns how many were due before it and are left out */
  tick(nowMs: number): number {
    const reached = Math.max(this.#slot, Math.floor((nowMs - this.#beginMs) / this.#periodMs + 1e-6));
    const skipped = reached - this.#slot;
    this.#slot = reached + 1;
    return skipped;
  }

  /** Another rate from the next picture on. */
  setFramesPerS(framesPerS: number, nowMs: number): void {
    this.#beginMs = nowMs + Math.min(this.dueInMs(nowMs), 1000 / framesPerS);
    this.#periodMs = 1000 / framesPerS;
    this.#slot = 0;
  }
}
