import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';

/** Asked this often when nothing else has come from the station. */
const ASK_EVERY_MS = 1500;
const ANSWER_WITHIN_MS = 3000;
/** Silence from which on everything on the page is old. */
export const STALE_AFTER_MS = 4000;

/**
 * Whether the station is there. A state may be silent for 5 s because nothing changes, which is too long to wait for
 * when a cable is out: so the station is asked for its health whenever it has been quiet.
 */
export class Pulse {
  readonly #client: KitestringClient;
  readonly #listeners = new Set<() => void>();
  #heardAtMs = performance.now();
  #isStale = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(client: KitestringClient) {
    this.#client = client;
  }

  get isStale(): boolean {
    return this.#isStale;
  }

  /** Since the last sign of life, milliseconds. */
  get silentMs(): number {
    return performance.now() - this.#heardAtMs;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#timer ??= setInterval(() => void this.#beat(), ASK_EVERY_MS);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  };

  /** Something came from the station. */
  readonly heard = (): void => {
    this.#heardAtMs = performance.now();
    this.#judge();
  };

  async #beat(): Promise<void> {
    this.#judge();
    if (this.silentMs < ASK_EVERY_MS) return;
    try {
      await this.#client.health.getHealth({ timeoutMs: ANSWER_WITHIN_MS });
      this.heard();
    } catch {
      this.#judge();
    }
  }

  #judge(): void {
    const isStale = this.silentMs > STALE_AFTER_MS;
    if (isStale === this.#isStale) return;
    this.#isStale = isStale;
    for (const listener of this.#listeners) listener();
  }
}
