/** Several scrapers, or a fast one, cause one query in this time. */
const FRESH_MS = 5000;
/** Prometheus waits 10 s for a page: one unavailable part must not delay the others. */
const TIMEOUT_MS = 2000;

/** Figures that must be queried, cached for a moment. Unknown, not stale, when there is no answer in time. */
export class Refreshed<Figures> {
  readonly #ask: () => Promise<Figures>;
  #value: Figures | undefined;
  #askedMs = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | undefined;

  constructor(ask: () => Promise<Figures>) {
    this.#ask = ask;
  }

  get value(): Figures | undefined {
    return this.#value;
  }

  /** Never rejects, and never takes longer than two seconds. */
  async refresh(): Promise<void> {
    if (performance.now() - this.#askedMs < FRESH_MS) return;
    this.#running ??= this.#read().finally(() => {
      this.#running = undefined;
    });
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#value = undefined;
      late.resolve();
    }, TIMEOUT_MS);
    await Promise.race([this.#running, late.promise]);
    clearTimeout(timer);
  }

  async #read(): Promise<void> {
    try {
      this.#value = await this.#ask();
      this.#askedMs = performance.now();
    } catch {
      // The readiness of the hub has the reason.
      this.#value = undefined;
    }
  }
}
