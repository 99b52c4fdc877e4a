/** Looks for the way back to the better path, while the other one plays. */

/** As often as an operator may hope for it; a try costs the station one more viewer for some seconds. */
const TRY_EVERY_MS = 60_000;

interface BetterPathOptions {
  /** One minute when absent. */
  readonly everyMs?: number | undefined;
  /** Tries the better path beside the one that plays. @returns whether pictures come over it */
  readonly probe: (signal: AbortSignal) => Promise<boolean>;
  /** Whether a try is of use now: nobody sees a hidden page. */
  readonly isWorthwhile: () => boolean;
  readonly onBetter: () => void;
  /** @returns what cancels it */
  readonly schedule: (afterMs: number, then: () => void) => () => void;
}

/**
 * Tries the better path every minute until it works or `stop` is called. What plays is left alone until pictures have come over the
 * other one: nobody loses a picture for a try.
 */
export class BetterPath {
  readonly #options: BetterPathOptions;
  readonly #ended = new AbortController();
  #cancel: () => void = () => {};

  constructor(options: BetterPathOptions) {
    this.#options = options;
    this.#wait();
  }

  stop(): void {
    this.#ended.abort();
    this.#cancel();
  }

  #wait(): void {
    const { everyMs = TRY_EVERY_MS, schedule } = this.#options;
    this.#cancel = schedule(everyMs, () => void this.#try());
  }

  async #try(): Promise<void> {
    const { isWorthwhile, onBetter, probe } = this.#options;
    const { signal } = this.#ended;
    const works = isWorthwhile() && (await probe(signal).catch(() => false));
    if (signal.aborted) return;
    if (works) onBetter();
    else this.#wait();
  }
}
