import type { Clock } from '@kitestring/base/clock.ts';

interface UploadPaceDeps {
  readonly clock: Pick<Clock, 'nowUs' | 'schedule'>;
  /** Resolves after a round trip over the link to the hub; rejects without a link. */
  readonly roundTrip: () => Promise<unknown>;
  /** True while live video uses the same uplink. */
  readonly isVideoLive: () => boolean;
  /** Upper limit, kbit/s, whatever the uplink carries. */
  readonly mostKbps: number;
  /** Upper limit as a percentage of the measured rate of the link. */
  readonly sharePercent: number;
}

/** The first bytes must be harmless on any link. */
const FIRST_KBPS = 100;
/** Slower than the oldest mobile networks; a part of 1 MiB takes nine minutes. */
const LEAST_KBPS = 16;
const SLICE_MS = 40;
/** The minimum alone delays beats by 82 ms at 50 kbit/s. */
const SLICE_BYTES = { least: 512, most: 64 * 1024 };
/** Timers fire a millisecond or more late, which is the whole time of a slice on a fast link. The loss is compensated up to this limit. */
const LATE_MS = 5;
/**
 * Pause between the answer to a round trip and the next one, in idle round trips: on a fast link our own queue shows
 * sooner. A slice is sent in the pause.
 */
const PROBE_PAUSE_TRIPS = 5;
const PROBE_PAUSE_MS = { least: SLICE_MS, most: 100 };
/** A queue of this length is caused by uploads: beats and commands wait behind it. Video adapts its bit rate to the delay that it measures. */
const QUEUE_MS = 100;
const QUEUE_BESIDE_VIDEO_MS = 30;
/**
 * Between two measurements. A rate that is too high fills the buffers of the route by this much before it shows, so the
 * rate may grow faster where round trips are short.
 */
const STEP_QUEUE_MS = 20;
const GROWTH = { least: 1.1, most: 1.5 };
const NARROWER = 0.8;
const LONG_IN_A_ROW = 2;
/** If a round trip takes this much longer than on the idle link, nothing is sent until it has ended. */
const OVERDUE_MS = 250;
/** The rate is constant for this time after a measurement; then it grows to find out whether the link is wider. */
const HOLD_MS = 15_000;
/** Interval between measurements of the idle round trip, because the route may have changed. */
const BASE_KEPT_MS = 60_000;
/** After this time a measurement of the link is discarded. */
const MEASURED_KEPT_MS = 600_000;

/** One round trip, and the number of bytes sent before it began. */
interface RoundTrip {
  readonly beganMs: number;
  readonly atMs: number;
  readonly sentBytes: number;
}

/**
 * Paces the bytes of uploads on the uplink so that beats, commands and video keep room, although uploads use their own
 * connections. The rate grows while round trips of the link stay short. Once they become long the link is full: the
 * bytes sent until then give its rate, and uploads take their share of it from then on. The remaining share drains the
 * queue.
 */
export class UploadPace {
  readonly #deps: UploadPaceDeps;
  #kbps: number;
  #nextMs = 0;
  #sentBytes = 0;
  /** The newest answer to a round trip, and the number of bytes sent before it began. */
  #arrival: RoundTrip | undefined;
  /** Consecutive long round trips; a single one may come from a busy computer. */
  #longInARow = 0;
  #base: { readonly rttMs: number; readonly sinceMs: number } | undefined;
  #measured: { readonly kbps: number; readonly atMs: number } | undefined;
  #isProbing = false;
  #underWay: { readonly beganMs: number; readonly ended: Promise<void> } | undefined;
  #wasPaused = false;
  #users = 0;

  constructor(deps: UploadPaceDeps) {
    this.#deps = deps;
    this.#kbps = Math.min(FIRST_KBPS, deps.mostKbps);
  }

  /** Rate of the link as measured in the last ten minutes, kbit/s; undefined if unknown. */
  get linkKbps(): number | undefined {
    const measured = this.#measured;
    if (measured === undefined || this.#nowMs - measured.atMs > MEASURED_KEPT_MS) return undefined;
    return measured.kbps;
  }

  /** Rate of uploads now, kbit/s. */
  get kbps(): number {
    return this.#kbps;
  }

  /** Sends these bytes in slices at the rate of the link, limited by the rate of the order. Rejects when the signal is aborted. */
  async send(
    bytes: Uint8Array,
    write: (slice: Uint8Array) => void,
    orderKbps: number,
    signal: AbortSignal,
  ): Promise<void> {
    this.#users += 1;
    void this.#probe();
    try {
      for (let at = 0; at < bytes.length; ) {
        signal.throwIfAborted();
        const kbps = Math.min(this.#kbps, orderKbps);
        const length = clamp(Math.floor((kbps * SLICE_MS) / 8), SLICE_BYTES.least, SLICE_BYTES.most);
        const slice = bytes.subarray(at, at + length);
        if (this.#nextMs > this.#nowMs) await this.#until(this.#nextMs, signal);
        await this.#answered(signal);
        this.#nextMs = Math.max(this.#nowMs - LATE_MS, this.#nextMs) + (slice.length * 8) / kbps;
        this.#sentBytes += slice.length;
        at += slice.length;
        write(slice);
      }
    } finally {
      this.#users -= 1;
    }
  }

  get #nowMs(): number {
    return this.#deps.clock.nowUs() / 1000;
  }

  /** Measures while something is being sent. */
  async #probe(): Promise<void> {
    if (this.#isProbing) return;
    this.#isProbing = true;
    const never = new AbortController().signal;
    while (this.#users > 0) {
      const beganMs = this.#nowMs;
      const sentBytes = this.#sentBytes;
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      this.#underWay = { beganMs, ended };
      // Without a link there is no traffic to protect and nothing to measure.
      const isDone = await this.#deps.roundTrip().then(
        () => true,
        () => false,
      );
      this.#underWay = undefined;
      if (isDone) this.#learn({ beganMs, atMs: this.#nowMs, sentBytes });
      end();
      const pauseMs = PROBE_PAUSE_TRIPS * (this.#base?.rttMs ?? PROBE_PAUSE_MS.most);
      await this.#until(this.#nowMs + clamp(pauseMs, PROBE_PAUSE_MS.least, PROBE_PAUSE_MS.most), never);
    }
    this.#isProbing = false;
    this.#arrival = undefined;
  }

  #learn(trip: RoundTrip): void {
    const { atMs: nowMs, beganMs, sentBytes } = trip;
    const rttMs = nowMs - beganMs;
    const { rttMs: baseMs, sinceMs } = this.#base ?? { rttMs, sinceMs: nowMs };
    if (rttMs <= baseMs || nowMs - sinceMs > BASE_KEPT_MS) this.#base = { rttMs, sinceMs: nowMs };
    const allowedMs = this.#deps.isVideoLive() ? QUEUE_BESIDE_VIDEO_MS : QUEUE_MS;
    const queueMs = Math.max(0, rttMs - baseMs);
    this.#longInARow = queueMs > allowedMs ? this.#longInARow + 1 : 0;
    const before = this.#arrival;
    this.#arrival = trip;
    if (before === undefined) return;
    const wasPaused = this.#wasPaused;
    this.#wasPaused = false;
    const bits = (sentBytes - before.sentBytes) * 8;
    // Between two parts little is sent, which says nothing about the link.
    if (!wasPaused && bits / (beganMs - before.beganMs) < this.#kbps / 2) return;
    // Bytes sent before a round trip began have arrived when its answer comes.
    if (this.#longInARow >= LONG_IN_A_ROW) this.#full(bits / Math.max(1, nowMs - before.atMs), nowMs);
    else if (queueMs <= allowedMs / 2 && !this.#isHeld(nowMs)) {
      const growth = clamp(1 + STEP_QUEUE_MS / (beganMs - before.beganMs), GROWTH.least, GROWTH.most);
      this.#kbps = Math.min(this.#deps.mostKbps, this.#kbps * growth);
    }
  }

  /** The previous queue is drained at the same rate: only a narrower link is a new measurement. */
  #full(carriedKbps: number, nowMs: number): void {
    if (this.#isHeld(nowMs) && carriedKbps > NARROWER * (this.#measured?.kbps ?? 0)) return;
    const kbps = Math.max(LEAST_KBPS, carriedKbps);
    this.#measured = { kbps, atMs: nowMs };
    this.#kbps = Math.max(LEAST_KBPS, Math.min(this.#deps.mostKbps, (kbps * this.#deps.sharePercent) / 100));
  }

  /** A link that has become narrow is not filled further. */
  async #answered(signal: AbortSignal): Promise<void> {
    const underWay = this.#underWay;
    const baseMs = this.#base?.rttMs;
    if (underWay === undefined || baseMs === undefined || this.#nowMs - underWay.beganMs <= baseMs + OVERDUE_MS) return;
    this.#wasPaused = true;
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    await Promise.race([underWay.ended, aborted]).finally(() => signal.removeEventListener('abort', giveUp));
  }

  #isHeld(nowMs: number): boolean {
    return this.#measured !== undefined && nowMs - this.#measured.atMs < HOLD_MS;
  }

  #until(atMs: number, signal: AbortSignal): Promise<void> {
    const { promise, reject, resolve } = Promise.withResolvers<void>();
    const giveUp = () => {
      cancel();
      reject(signal.reason);
    };
    const cancel = this.#deps.clock.schedule(Math.round(atMs * 1000), () => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    });
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    return promise;
  }
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
