/** Between two key frames that consumers ask for: one that has trouble must not make every picture large for all. */
const ASKED_EVERY_MS = 1000;
/** For one that joins the picture must begin soon; joining is rare. */
const JOINED_EVERY_MS = 200;

/** Decides when a wish for a key frame is passed on; a wish that comes too early is kept until its time. */
export class KeyFrameGate {
  #lastMs = Number.NEGATIVE_INFINITY;
  #dueMs = Number.POSITIVE_INFINITY;

  /** A key frame came by itself, or was asked for. */
  made(nowMs: number): void {
    this.#lastMs = nowMs;
    this.#dueMs = Number.POSITIVE_INFINITY;
  }

  wish(why: 'asked' | 'joined', nowMs: number): void {
    const gapMs = why === 'joined' ? JOINED_EVERY_MS : ASKED_EVERY_MS;
    this.#dueMs = Math.min(this.#dueMs, Math.max(nowMs, this.#lastMs + gapMs));
  }

  /** Whether one is to be asked for now. */
  isDue(nowMs: number): boolean {
    if (nowMs < this.#dueMs) return false;
    this.made(nowMs);
    return true;
  }
}
