import type { Clock } from '@kitestring/base/clock.ts';

interface UploadPaceDeps {
  readonly clock: Pick<Clock, 'nowUs' | 'schedule'>;
  /** Resolves after a round trip over the link to the hub; rejects without a link. */
  readonly roundTrip: () => Promise<unknown>;
  /** True while live video takes the same uplink. */
  readonly isVideoLive: () => boolean;
  /** Most of the uplink, kbit/s, whatever it carries. */
  readonly mostKbps: number;
  /** Most of what the link carries as measured, percent. */
  readonly sharePercent: number;
}

/** The first bytes must do no harm on any link. */
const FIRST_KBPS = 100;
/** Slower than the last mobile networks; a part of 1 MiB takes nine minutes. */
const LEAST_KBPS = 16;
const SLICE_MS = 40;
/** The least alone makes beats wait 82 ms at 50 kbit/s. */
const SLICE_BYTES = { least: 512, most: 64 * 1024 };
/** Timers are late by a millisecond and more, which is the whole time of a slice on a quick link: it is made up for. */
const LATE_MS = 5;
/** Between the answer to a round trip and the next one, in round trips of the empty link: on a quick one a queue of ours shows sooner. A slice is sent meanwhile. */
const PROBE_PAUSE_TRIPS = 5;
const PROBE_PAUSE_MS = { least: SLICE_MS, most: 100 };
/** A queue that long is one of ours: beats and commands wait behind it. Video finds its own bitrate by the delay that it sees. */
const QUEUE_MS = 100;
const QUEUE_BESIDE_VIDEO_MS = 30;
/** Between two measurements. A rate that has become too high fills the buffer of the way by this much before it shows, so it grows more where round trips are short. */
const STEP_QUEUE_MS = 20;
const GROWTH = { least: 1.1, most: 1.5 };
const NARROWER = 0.8;
const LONG_IN_A_ROW = 2;
/** A round trip that lasts longer than on the empty link by this: nothing is sent until it has ended. */
const OVERDUE_MS = 250;
/** After a measurement the rate stays for so long: a wider link shows after it. */
const HOLD_MS = 15_000;
/** The round trip of the empty link is measured again after so long: the way may have changed. */
const BASE_KEPT_MS = 60_000;
/** A measurement says nothing about the link any more. */
const MEASURED_KEPT_MS = 600_000;

/** One round trip, and what was sent before it began. */
interface RoundTrip {
  readonly beganMs: number;
  readonly atMs: number;
  readonly sentBytes: number;
}

/**
 * Lets the bytes of uploads onto the uplink so that beats, commands and video keep room on it, though uploads go by connections of their
 * own. The rate grows while round trips of the link stay short. Once they become long the link is full: what was sent until then is
 * what it carries, and from then on uploads take their share of it. What waits on the way is worked off by the rest.
 */
export class UploadPace {
  readonly #deps: UploadPaceDeps;
  #kbps: number;
  #nextMs = 0;
  #sentBytes = 0;
  /** The newest answer to a round trip, and what was sent before it began. */
  #arrival: RoundTrip | undefined;
  /** Long round trips one after the other: a single one is a moment in which a computer had no time. */
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

  /** Rate of the link as measured in the last ten minutes, kbit/s; undefined: not known. */
  get linkKbps(): number | undefined {
    const measured = this.#measured;
    if (measured === undefined || this.#nowMs - measured.atMs > MEASURED_KEPT_MS) return undefined;
    return measured.kbps;
  }

  /** Rate of uploads now, kbit/s. */
  get kbps(): number {
    return this.#kbps;
  }

  /** Sends these bytes in slices at the rate of the link, at most at that of the order. Rejects when the signal is aborted. */
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

  /** Measures while something is sent. */
  async #probe(): Promise<void> {
    if (this.#isProbing) return;
    this.#isProbing = true;
    const never = new AbortController().signal;
    while (this.#users > 0) {
      const beganMs = this.#nowMs;
      const sentBytes = this.#sentBytes;
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      this.#underWay = { beganMs, ended };
      // Without a link there is nothing to keep room for, and nothing to learn.
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
    // Bytes that were sent before a round trip have arrived with its answer.
    if (this.#longInARow >= LONG_IN_A_ROW) this.#full(bits / Math.max(1, nowMs - before.atMs), nowMs);
    else if (queueMs <= allowedMs / 2 && !this.#isHeld(nowMs)) {
      const growth = clamp(1 + STEP_QUEUE_MS / (beganMs - before.beganMs), GROWTH.least, GROWTH.most);
      this.#kbps = Math.min(this.#deps.mostKbps, this.#kbps * growth);
    }
  }

  /** The queue of the moment before is worked off at the same rate: only a narrower link is another measurement. */
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
