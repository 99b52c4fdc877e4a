/** Whether the page is visible: a background tab needs no figures. */
interface PageVisibility {
  readonly isHidden: boolean;
  /** Called each time the page becomes visible. @returns a function that removes the listener */
  onShown(listener: () => void): () => void;
}

const PAGE_VISIBILITY: PageVisibility = {
  get isHidden() {
    // Rules of the page are tested outside of browsers.
    return typeof document !== 'undefined' && document.hidden;
  },
  onShown(listener) {
    const changed = () => !document.hidden && listener();
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  },
};

/** A station that does not answer is requested less and less often, but its return must be noticed soon, also for rare requests. */
const LONGEST_PAUSE_MS = 4000;
/** Share of the pause, in both directions: pages that lost the station together must not reconnect together. */
const SPREAD = 0.25;

/** From an answer to the next request; undefined: only until it is answered. May depend on the answer. */
export type PollPause = number | undefined | (() => number | undefined);

/** Polls until it is stopped. A hidden page sends nothing, and polls at once when it becomes visible. */
export class Poller {
  readonly #ask: (signal: AbortSignal) => Promise<boolean>;
  readonly #pauseMs: () => number | undefined;
  readonly #visibility: PageVisibility;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #run = new AbortController();
  #failures = 0;

  /**
   * @param ask resolves with whether it was answered; after the abort the answer is ignored
   * @param pause after the answer, so that a slow link is never polled faster than it answers
   */
  constructor(
    ask: (signal: AbortSignal) => Promise<boolean>,
    pause: PollPause,
    visibility: PageVisibility = PAGE_VISIBILITY,
  ) {
    this.#ask = ask;
    this.#pauseMs = typeof pause === 'function' ? pause : () => pause;
    this.#visibility = visibility;
  }

  /** Requests now, and continues from there. */
  readonly again = (): Promise<void> => {
    this.stop();
    this.#run = new AbortController();
    return this.#turn(this.#run.signal);
  };

  stop(): void {
    this.#run.abort();
    clearTimeout(this.#timer);
  }

  async #turn(signal: AbortSignal): Promise<void> {
    const isAnswered = await this.#ask(signal);
    const pauseMs = this.#pauseMs();
    if (signal.aborted || (isAnswered && pauseMs === undefined)) return;
    this.#failures = isAnswered ? 0 : this.#failures + 1;
    this.#timer = setTimeout(() => this.#whenSeen(signal), this.#waitMs(pauseMs ?? LONGEST_PAUSE_MS));
  }

  #waitMs(pauseMs: number): number {
    if (this.#failures === 0) return pauseMs;
    const longestMs = Math.max(LONGEST_PAUSE_MS, Math.min(pauseMs, LONGEST_PAUSE_MS * 2 ** (this.#failures - 1)));
    const waitMs = Math.min(pauseMs * 2 ** this.#failures, longestMs);
    return waitMs * (1 - SPREAD + 2 * SPREAD * Math.random());
  }

  #whenSeen(signal: AbortSignal): void {
    if (!this.#visibility.isHidden) return void this.#turn(signal);
    const leave = this.#visibility.onShown(() => {
      leave();
      void this.#turn(signal);
    });
    signal.addEventListener('abort', leave, { once: true });
  }
}
