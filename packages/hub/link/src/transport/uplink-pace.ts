import { LIMITS } from '@kitestring/hub-contract/limits.ts';

interface UplinkPaceDeps {
  /** Monotonic. */
  readonly nowMs: () => number;
  /** Resolves when the broker has everything that was sent before; rejects when the connection has ended. */
  readonly delivered: () => Promise<unknown>;
  /** True while live video uses the same uplink. */
  readonly isVideoLive: () => boolean;
}

interface Waiting {
  readonly bytes: number;
  /** @param aheadBytes bytes in flight after this write, its own included */
  readonly admit: (aheadBytes: number) => void;
  readonly refuse: (reason: unknown) => void;
}

const WINDOW_BYTES_MAX = LIMITS.chunkBytes * LIMITS.chunksInFlight;
/** The first chunks must be harmless on any link; a faster link shows after one round trip. */
const WINDOW_BYTES_FIRST = 16 * 1024;
const CHUNKS_IN_WINDOW = 4;
/** Queueing delay that chunks may cause, plus the one chunk that is added at the end. A link that becomes slower has to drain this much. */
const QUEUE_MS = 100;
/** Video adapts its bit rate to the delay that it measures. */
const QUEUE_BESIDE_VIDEO_MS = 30;
/** After this time the round trip is measured without a queue again, because the route may have changed. */
const BASE_KEPT_MS = 10_000;
/** After a pause of this length the link may be a different one. */
const IDLE_MS = 1000;

/**
 * Paces the chunks of all answers on an uplink so that beats and replies behind them wait at most a fifth of a second,
 * and one round trip longer at the start.
 *
 * Each chunk is followed by a ping. Its pong shows that the broker has all bytes that were in flight, which gives the
 * rate of the link. The window is that rate times the sum of the idle round trip and the allowed queueing delay.
 * Without a queue the window grows, because the round trip is shorter than that sum; with a queue it settles there.
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

  /** Adds a round trip from another measurement, which saves one before the first chunk. */
  noteRtt(rttMs: number): void {
    if (this.#inFlightBytes === 0) this.#lowerBase(rttMs);
  }

  /** Writes when the link has room, first come first served. Rejects when the signal is aborted or the link has ended. */
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

  /** The connection has ended: nothing more is sent. */
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
      // Counted at once: the waiting caller continues one turn later.
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
    // A short chunk on a link without a queue says nothing about its maximum rate.
    if (rttMs > baseMs + queueMs) this.#windowBytes = Math.max(LIMITS.chunkBytesMin, Math.min(window, carriedBytes));
    else {
      // On a long route the sum is little more than the round trip: there the window doubles per round trip as long as
      // there is no queue.
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

  /** Waits until nothing is in flight: with our own queue the round trip would grow with each measurement. */
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
