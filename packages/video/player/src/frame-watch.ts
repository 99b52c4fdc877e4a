/** Observes each shown picture of a video element: frame rate, age of the newest, and its delay. */
import type { TakenMs } from './link.ts';

/** Number of pictures for rate and delay. */
const WINDOW = 30;
/** The rate covers pictures of the last two seconds. */
const RATE_OVER_MS = 2000;

export class FrameWatch {
  readonly #video: HTMLVideoElement;
  readonly #onFirst: () => void;
  #takenMs: TakenMs;
  #handle = 0;
  #shownMs: number[] = [];
  /** Since when pictures can be seen: a hidden page shows none, and its time begins again when it comes back. */
  #seenMs = performance.now();
  #delaysMs: number[] = [];

  /** @param onFirst the first picture is shown */
  constructor(video: HTMLVideoElement, takenMs: TakenMs, onFirst: () => void) {
    this.#video = video;
    this.#takenMs = takenMs;
    this.#onFirst = onFirst;
    document.addEventListener('visibilitychange', this.#cameBack);
    this.#next();
  }

  /** Time since the newest picture was shown; before the first, since one could be. */
  get ageMs(): number {
    return Math.max(0, performance.now() - Math.max(this.#seenMs, this.#shownMs.at(-1) ?? 0));
  }

  get framesPerS(): number {
    const sinceMs = performance.now() - RATE_OVER_MS;
    const recent = this.#shownMs.filter((shownMs) => shownMs > sinceMs);
    const spanMs = (recent.at(-1) ?? 0) - (recent[0] ?? 0);
    return spanMs <= 0 ? 0 : Math.round(((recent.length - 1) * 10_000) / spanMs) / 10;
  }

  /** Median delay of the last pictures. Never below 0, which would be an error of the clocks. */
  get latencyMs(): number | undefined {
    const sorted = this.#delaysMs.toSorted((one, other) => one - other);
    const middle = sorted[Math.floor(sorted.length / 2)];
    return middle === undefined ? undefined : Math.max(0, Math.round(middle));
  }

  stop(): void {
    document.removeEventListener('visibilitychange', this.#cameBack);
    this.#video.cancelVideoFrameCallback(this.#handle);
    this.#takenMs = () => undefined;
  }

  readonly #cameBack = (): void => {
    if (!document.hidden) this.#seenMs = performance.now();
  };

  #next(): void {
    this.#handle = this.#video.requestVideoFrameCallback((_nowMs, picture) => {
      this.#shown(picture);
      this.#next();
    });
  }

  #shown(picture: VideoFrameCallbackMetadata): void {
    this.#shownMs = [...this.#shownMs.slice(1 - 2 * WINDOW), performance.now()];
    const takenMs = this.#takenMs(picture);
    if (takenMs !== undefined) {
      const shownAtMs = Date.now() - performance.now() + picture.expectedDisplayTime;
      this.#delaysMs = [...this.#delaysMs.slice(1 - WINDOW), shownAtMs - takenMs];
    }
    if (this.#shownMs.length === 1) this.#onFirst();
  }
}
