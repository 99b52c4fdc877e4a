import type { Cancel, Clock } from '@kitestring/base/clock.ts';

interface SilenceWatchDeps {
  readonly clock: Clock;
  /** Monotonic. */
  readonly nowMs: () => number;
  /** Resolves with the broker’s answer; rejects when the connection has ended. */
  readonly ping: () => Promise<void>;
  readonly onRoundTrip: (ms: number) => void;
  /** Called once, when there was no answer for this long. */
  readonly onSilent: (ms: number) => void;
}

/**
 * Multiple of the slowest recent round trip after which a missing answer counts as silence. Four losses of one packet
 * in a row take about as long.
 */
const SLOWEST_TIMES = 5;
/** On any link: a phone that changes its cell, or packets that are lost three times, take some seconds. */
const LEAST_MS = 6000;
const MOST_MS = 30_000;
/** Before the first answer: after connecting, the whole backlog is in transit. */
const FIRST_MS = 15_000;
/** The weight of a slow round trip decreases with each further one. */
const FORGOTTEN_SHARE = 0.03;

/**
 * Detects a broker or a route that has failed silently. It pings with each beat, which adds little, and adapts the
 * timeout to the link: a slow link must not be reconnected only because it is slow.
 */
export class SilenceWatch {
  readonly #deps: SilenceWatchDeps;
  #slowestMs: number | undefined;
  #isAsked = false;
  #hasEnded = false;
  #cancel: Cancel | undefined;

  constructor(deps: SilenceWatchDeps) {
    this.#deps = deps;
  }

  /** Time without an answer after which the connection counts as lost. */
  get limitMs(): number {
    if (this.#slowestMs === undefined) return FIRST_MS;
    return Math.min(MOST_MS, Math.max(LEAST_MS, SLOWEST_TIMES * this.#slowestMs));
  }

  /** Pings, unless an answer is still pending. */
  ping(): void {
    if (this.#isAsked || this.#hasEnded) return;
    const { nowMs, onRoundTrip, ping } = this.#deps;
    const sentMs = nowMs();
    this.#isAsked = true;
    this.#await(sentMs, 2);
    ping().then(
      () => {
        if (this.#hasEnded) return;
        const tookMs = nowMs() - sentMs;
        this.#isAsked = false;
        this.#cancel?.();
        this.#slowestMs = Math.max(tookMs, (this.#slowestMs ?? 0) * (1 - FORGOTTEN_SHARE));
        onRoundTrip(tookMs);
      },
      // The connection ends by itself and names the reason.
      () => this.stop(),
    );
  }

  stop(): void {
    this.#hasEnded = true;
    this.#cancel?.();
  }

  /** Waits in two halves: after a process or computer was suspended, pending data is read first. */
  #await(sentMs: number, halves: number): void {
    const { clock, nowMs, onSilent } = this.#deps;
    const halfUs = Math.ceil(this.limitMs * 500);
    this.#cancel = clock.schedule(clock.nowUs() + halfUs, () => {
      if (halves > 1) return this.#await(sentMs, halves - 1);
      this.stop();
      onSilent(nowMs() - sentMs);
    });
  }
}
