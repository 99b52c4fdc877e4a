import { LIMITS } from '@kitestring/hubcontract/limits.ts';

interface UplinkPaceDeps {
  /** Monotonic. */
  readonly nowMs: () => number;
  /** Resolves when the broker has all that was sent before; rejects when the connection has ended. */
  readonly delivered: () => Promise<unknown>;
  /** True while live video takes the same uplink. */
  readonly isVideoLive: () => boolean;
}

interface Waiting {
  readonly bytes: number;
  /** @param aheadBytes all that is on its way then, its own included */
  readonly admit: (aheadBytes: number) => void;
  readonly refuse: (reason: unknown) => void;
}

const WINDOW_BYTES_MAX = LIMITS.chunkBytes * LIMITS.chunksInFlight;
/** The first ones must do no harm on any link; what is faster shows after one round trip. */
const WINDOW_BYTES_FIRST = 16 * 1024;
const CHUNKS_IN_WINDOW = 4;
/** Chunks may keep the link busy for so long, and for the one more that is added at the end. A link that becomes slow has so much to work off. */
const QUEUE_MS = 100;
/** Video finds its own bitrate by the delay that it sees. */
const QUEUE_BESIDE_VIDEO_MS = 30;
/** Then the round trip is measured without a queue, for the way may have changed. */
const BASE_KEPT_MS = 10_000;
/** After such a pause the link may be another one. */
const IDLE_MS = 1000;

/**
 * Lets the chunks of all answers onto an uplink so that beats and replies, which come behind them, wait a fifth of a second, and a round trip more at its begin.
 *
 * Each chunk is followed by a ping. When its pong comes the broker has all bytes that were on their way, so they measure what the link carries;
 * the window is that rate times the round trip of the empty link and the queue that is allowed. Without a queue it grows by itself, since the
 * round trip is shorter than that sum, and with one it settles there.
 */
export class UplinkPace {
  readonly #deps: UplinkPaceDeps;
  readonly #waiting = new Set<Waiting>();
  #windowBytes = WINDOW_BYTES_FIRST;
  #inFlightBytes = 0;
  #usedMs: number;
  #base: { readonly rttMs: number; readonly sinceMs: number } | undefined;
  #isMeasuring = false;
  #hasEnded = false;

  constructor(deps: UplinkPaceDeps) {
    this.#deps = deps;
    this.#usedMs = deps.nowMs();
  }

  /** Length of the next chunk. */
  get chunkBytes(): number {
    return clamp(Math.floor(this.#windowBytes / CHUNKS_IN_WINDOW), LIMITS.chunkBytesMin, LIMITS.chunkBytes);
  }

  /** Takes in a round trip that was measured otherwise, which saves measuring before the first chunk. */
  noteRtt(rttMs: number): void {
    if (this.#inFlightBytes === 0) this.#lowerBase(rttMs);
  }

  /** Writes when the link has room; who has waited longest is first. Rejects when the signal is aborted or the link has ended. */
  async send(bytes: number, write: () => void, signal: AbortSignal): Promise<void> {
    const aheadBytes = await this.#admission(bytes, signal);
    const { delivered, nowMs } = this.#deps;
    const sentMs = nowMs();
    this.#usedMs = sentMs;
    write();
    delivered().then(
      () => this.#arrived(bytes, aheadBytes, nowMs() - sentMs),
      () => this.#release(bytes),
    );
  }

  /** The connection has ended: nothing is sent any more. */
  stop(): void {
    this.#hasEnded = true;
    for (const { refuse } of this.#waiting) refuse(new Error('the link has ended'));
  }

  #admission(bytes: number, signal: AbortSignal): Promise<number> {
    this.#forgetWhenIdle();
    const { promise, reject, resolve } = Promise.withResolvers<number>();
    const giveUp = () => waiting.refuse(signal.reason);
    const leave = () => {
      this.#waiting.delete(waiting);
      signal.removeEventListener('abort', giveUp);
    };
    const waiting: Waiting = {
      bytes,
      admit: (aheadBytes) => {
        leave();
        resolve(aheadBytes);
      },
      refuse: (reason) => {
        leave();
        reject(reason);
      },
    };
    signal.addEventListener('abort', giveUp, { once: true });
    this.#waiting.add(waiting);
    if (signal.aborted) giveUp();
    else if (this.#hasEnded) this.stop();
    else this.#admitNext();
    return promise;
  }

  #admitNext(): void {
    if (!this.#isBaseFresh()) {
      if (this.#waiting.size > 0) this.#measureBase();
      return;
    }
    for (const next of this.#waiting) {
      if (this.#inFlightBytes >= this.#windowBytes) return;
      // Counted at once: the one who waits goes on a turn later.
      this.#inFlightBytes += next.bytes;
      next.admit(this.#inFlightBytes);
    }
  }

  #arrived(bytes: number, aheadBytes: number, measuredMs: number): void {
    const rttMs = Math.max(measuredMs, Number.EPSILON);
    const baseMs = Math.min(this.#base?.rttMs ?? rttMs, rttMs);
    const queueMs = this.#deps.isVideoLive() ? QUEUE_BESIDE_VIDEO_MS : QUEUE_MS;
    const carriedBytes = (aheadBytes / rttMs) * (baseMs + queueMs);
    const window = this.#windowBytes;
    // A short chunk on a link without a queue says nothing about the most that it carries.
    if (rttMs > baseMs + queueMs) this.#windowBytes = Math.max(LIMITS.chunkBytesMin, Math.min(window, carriedBytes));
    else {
      // On a long way the sum is little more than the round trip: there the window doubles in one, as long as there is no queue.
      const isFree = rttMs <= baseMs + queueMs / 2 && 2 * aheadBytes >= window;
      const grown = Math.max(window + (isFree ? bytes : 0), Math.min(carriedBytes, 2 * window));
      this.#windowBytes = Math.min(WINDOW_BYTES_MAX, grown);
    }
    this.#release(bytes);
  }

  #release(bytes: number): void {
    this.#inFlightBytes -= bytes;
    this.#admitNext();
  }

  #isBaseFresh(): boolean {
    return this.#base !== undefined && this.#deps.nowMs() - this.#base.sinceMs < BASE_KEPT_MS;
  }

  /** Waits until nothing is in flight: with a queue of our own the round trip would grow with each measurement. */
  #measureBase(): void {
    if (this.#isMeasuring || this.#inFlightBytes > 0) return;
    this.#isMeasuring = true;
    const { delivered, nowMs } = this.#deps;
    const beganMs = nowMs();
    delivered()
      .then(() => this.#lowerBase(nowMs() - beganMs))
      .catch(() => this.stop())
      .finally(() => {
        this.#isMeasuring = false;
        this.#admitNext();
      });
  }

  #lowerBase(rttMs: number): void {
    const base = this.#base;
    if (base === undefined || !this.#isBaseFresh() || rttMs <= base.rttMs)
      this.#base = { rttMs, sinceMs: this.#deps.nowMs() };
  }

  #forgetWhenIdle(): void {
    const isIdle = this.#inFlightBytes === 0 && this.#deps.nowMs() - this.#usedMs > IDLE_MS;
    if (isIdle) this.#windowBytes = Math.min(this.#windowBytes, WINDOW_BYTES_FIRST);
  }
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
