/** Probes the better path while the other one is playing. */

/** Interval of probes; each costs the station one more viewer for some seconds. */
const TRY_EVERY_MS = 60_000;

interface BetterPathOptions {
  /** One minute when absent. */
  readonly everyMs?: number | undefined;
  /** Tries the better path next to the current one. @returns whether it delivers pictures */
  readonly probe: (signal: AbortSignal) => Promise<boolean>;
  /** Whether a probe is useful now: not in a hidden page. */
  readonly isWorthwhile: () => boolean;
  readonly onBetter: () => void;
  /** @returns a function that cancels it */
  readonly schedule: (afterMs: number, then: () => void) => () => void;
}

/**
 * Probes the better path every minute until it works or `stop` is called. The current connection is untouched until
 * pictures have arrived over the other one, so that no picture is lost.
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
