import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';

/** Asked this often; the next time only when the last answer is there. */
const ASK_EVERY_MS = 1500;
/** A slow link has this long, so that it is told from none. */
const ANSWER_WITHIN_MS = 10_000;
/** An answer that takes so long comes over a link that is too slow, and what is shown comes as late. */
const SLOW_FROM_MS = 1000;
/** Below this the link is good again. */
const SLOW_TO_MS = 500;
/** Silence from which on everything on the page is old. */
export const STALE_AFTER_MS = 4000;

/**
 * Whether the station is there, and how far away it is. A state may be silent for 5 s because nothing changes, which is too long
 * to wait for when a cable is out; and over a link that is too slow states keep coming, but late. So the station is asked for its
 * health again and again, and what the answer takes is what everything takes.
 */
export class Pulse {
  readonly #client: KitestringClient;
  readonly #listeners = new Set<() => void>();
  #heardAtMs = performance.now();
  #isStale = false;
  #isSlow = false;
  #roundTripMs = 0;
  #askedAtMs: number | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(client: KitestringClient) {
    this.#client = client;
  }

  get isStale(): boolean {
    return this.#isStale;
  }

  /** What is shown comes late, because the link is too slow for it. */
  get isSlow(): boolean {
    return this.#isSlow;
  }

  /** What the last answer took, or what the next one has taken so far where that is more, milliseconds. */
  get roundTripMs(): number {
    const soFarMs = this.#askedAtMs === undefined ? 0 : performance.now() - this.#askedAtMs;
    return Math.max(this.#roundTripMs, soFarMs);
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
    if (this.#askedAtMs !== undefined) return;
    const askedAtMs = performance.now();
    this.#askedAtMs = askedAtMs;
    try {
      await this.#client.health.getHealth({ timeoutMs: ANSWER_WITHIN_MS });
      this.#roundTripMs = performance.now() - askedAtMs;
      this.heard();
    } catch {
      // No answer says nothing of the next one's way; whether the station is there, its silence says.
      this.#judge();
    } finally {
      this.#askedAtMs = undefined;
    }
  }

  #judge(): void {
    const isStale = this.silentMs > STALE_AFTER_MS;
    const isSlow = this.roundTripMs > (this.#isSlow ? SLOW_TO_MS : SLOW_FROM_MS);
    if (isStale === this.#isStale && isSlow === this.#isSlow) return;
    this.#isStale = isStale;
    this.#isSlow = isSlow;
    for (const listener of this.#listeners) listener();
  }
}
