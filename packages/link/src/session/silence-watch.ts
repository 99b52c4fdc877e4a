import type { Cancel, Clock } from '@kitestring/base/clock.ts';

interface SilenceWatchDeps {
  readonly clock: Clock;
  /** Monotonic. */
  readonly nowMs: () => number;
  /** Resolves with the answer of the broker; rejects when the connection has ended. */
  readonly ping: () => Promise<void>;
  readonly onRoundTrip: (ms: number) => void;
  /** There was no answer for so long. Called once. */
  readonly onSilent: (ms: number) => void;
}

/** No answer for so many of the slowest round trips of late is silence. Four losses of one packet in a row take about as many. */
const SLOWEST_TIMES = 5;
/** On any link: a phone that changes its cell, and packets that are lost thrice, take some seconds. */
const LEAST_MS = 6000;
const MOST_MS = 30_000;
/** Before the first answer: connecting has just sent all that has waited. */
const FIRST_MS = 15_000;
/** A slow round trip counts less with each further one. */
const FORGOTTEN_SHARE = 0.03;

/**
 * Notices that the broker, or the way to it, has fallen silent without a word. It pings with each beat, which costs next to nothing then, and
 * waits for as long as the link deserves: a slow one must not be dialled again because it is slow.
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

  /** Time without an answer that counts as silence. */
  get limitMs(): number {
    if (this.#slowestMs === undefined) return FIRST_MS;
    return Math.min(MOST_MS, Math.max(LEAST_MS, SLOWEST_TIMES * this.#slowestMs));
  }

  /** Pings, unless an answer is still waited for. */
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
      // The connection ends by itself, with a reason.
      () => this.stop(),
    );
  }

  stop(): void {
    this.#hasEnded = true;
    this.#cancel?.();
  }

  /** In two halves: after a process or a computer that stood still, what has come meanwhile is read first. */
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
