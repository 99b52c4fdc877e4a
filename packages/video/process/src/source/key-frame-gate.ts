/** Minimum interval of requested key frames: one viewer with losses must not make every picture large for all. */
const ASKED_EVERY_MS = 1000;
/** Shorter for a joining viewer, whose picture must start soon; joining is rare. */
const JOINED_EVERY_MS = 200;

/** Decides when a key frame request is passed on; an early request is held until its time. */
export class KeyFrameGate {
  #lastMs = Number.NEGATIVE_INFINITY;
  #dueMs = Number.POSITIVE_INFINITY;

  /** A key frame was sent, or requested. */
  made(nowMs: number): void {
    this.#lastMs = nowMs;
    this.#dueMs = Number.POSITIVE_INFINITY;
  }

  wish(why: 'asked' | 'joined', nowMs: number): void {
    const gapMs = why === 'joined' ? JOINED_EVERY_MS : ASKED_EVERY_MS;
    this.#dueMs = Math.min(this.#dueMs, Math.max(nowMs, this.#lastMs + gapMs));
  }

  /** Whether a key frame is to be requested now. */
  isDue(nowMs: number): boolean {
    if (nowMs < this.#dueMs) return false;
    this.made(nowMs);
    return true;
  }
}
