import { RTP_CLOCK_HZ } from '../access-unit.ts';

/** Arrival time of a picture. */
export interface Arrival {
  /** Milliseconds since 1970 on a monotonic clock. */
  readonly steadyMs: number;
  /** Milliseconds since 1970 on the system clock, which may be set at any time. */
  readonly realTimeMs: number;
}

/** When a picture was taken. */
interface CameraPictureTime {
  /** 90 kHz, not wrapped, always greater than the previous one. */
  readonly rtpTime: number;
  /** Milliseconds since 1970, on the clock of this machine. */
  readonly realTimeMs: number;
  /** Display order differs from arrival order: pictures depend on later ones. */
  readonly isReordered: boolean;
}

const TICKS_PER_MS = RTP_CLOCK_HZ / 1000;
/** Largest step back of reordered pictures; a larger one is a new time base. */
const REORDERED_MAX = 2 * RTP_CLOCK_HZ;
/** A longer pause gives no information about time. */
const STEP_MAX = 10 * RTP_CLOCK_HZ;
/** A correct camera clock gives a capture time before the arrival, and not long before. */
const CLOCK_TRUST_MS = { ahead: 50, behind: 3000 };
/** Window for the minimum delay of a picture: camera clocks run at slightly different speeds. */
const WINDOW_MS = 30_000;

/**
 * A clock that deviates this much from the arrival, for this long, is wrong: pictures then get their time of arrival.
 */
const PACE = { tolerance: 0.2, overMs: 5000 };
/** One that hardly moves is seen sooner. */
const STANDING = { pace: 0.25, overMs: 2000 };

/** Maps a camera's 32-bit times of unknown origin to station time. */
export class CameraClock {
  #lastWire: number | undefined;
  /** Time of the last picture, in the station's time base. */
  #rtpTime = 0;
  /** Real time minus RTP time, in ms: the minimum, of the picture with the smallest delay. */
  #quickest: { offsetMs: number; atMs: number } | undefined;
  /** Latest pair of times in the camera's own reports. */
  #report: { readonly wire: number; readonly realTimeMs: number } | undefined;

  /** Since when the pace of the camera is compared, and by how much its time has advanced since then. */
  #compared = { sinceMs: 0, rtpTime: 0, ticks: 0 };
  #isWrong = false;
  #lastMs = 0;

  at(wire: number, arrival: Arrival): CameraPictureTime {
    const last = this.#lastWire;
    const step = last === undefined ? undefined : signed32(wire - last);
    const isReordered = step !== undefined && step < 0 && step > -REORDERED_MAX;
    if (isReordered) return { rtpTime: ++this.#rtpTime, realTimeMs: arrival.realTimeMs, isReordered };
    this.#lastWire = wire;
    if (step === undefined || step < 0 || step > STEP_MAX) this.#begin(arrival.steadyMs);
    else this.#advance(step, arrival.steadyMs);
    this.#lastMs = arrival.steadyMs;
    return { rtpTime: this.#rtpTime, realTimeMs: this.#realTimeMs(wire, arrival), isReordered };
  }

  #advance(step: number, steadyMs: number): void {
    this.#compared.ticks += step;
    const ticks = this.#isWrong ? Math.round((steadyMs - this.#lastMs) * TICKS_PER_MS) : step;
    this.#rtpTime += Math.max(1, ticks);
    this.#compare(steadyMs);
  }

  #compare(steadyMs: number): void {
    const { rtpTime, sinceMs, ticks } = this.#compared;
    const passedMs = steadyMs - sinceMs;
    const pace = ticks / TICKS_PER_MS / Math.max(1, passedMs);
    const stands = passedMs >= STANDING.overMs && pace < STANDING.pace;
    if (passedMs < PACE.overMs && !stands) return;
    const wasWrong = this.#isWrong;
    this.#isWrong = Math.abs(pace - 1) > PACE.tolerance;
    if (this.#isWrong && !wasWrong) {
      // The part that was too short gets its real length; time never goes back.
      this.#rtpTime = Math.max(this.#rtpTime, rtpTime + Math.round(passedMs * TICKS_PER_MS));
    }
    if (this.#isWrong !== wasWrong) this.#quickest = undefined;
    this.#compared = { sinceMs: steadyMs, rtpTime: this.#rtpTime, ticks: 0 };
  }

  /** A sender report of the camera: its real time at an RTP time. */
  learn(wire: number, realTimeMs: number): void {
    this.#report = { wire, realTimeMs };
  }

  /** Another camera, or a new time base. Later pictures get later times. */
  restart(): void {
    this.#lastWire = undefined;
    this.#report = undefined;
  }

  #begin(steadyMs: number): void {
    // Same time base as the synthetic streams: a monotonic clock.
    this.#rtpTime = Math.max(this.#rtpTime + 1, Math.round(steadyMs * TICKS_PER_MS));
    this.#quickest = undefined;
    this.#report = undefined;
    this.#isWrong = false;
    this.#compared = { sinceMs: steadyMs, rtpTime: this.#rtpTime, ticks: 0 };
  }

  #realTimeMs(wire: number, { steadyMs, realTimeMs }: Arrival): number {
    const byArrival = this.#byArrival(steadyMs) + (realTimeMs - steadyMs);
    const report = this.#report;
    if (report === undefined || this.#isWrong) return byArrival;
    const byCamera = report.realTimeMs + signed32(wire - report.wire) / TICKS_PER_MS;
    const lateMs = realTimeMs - byCamera;
    const isTrusted = lateMs > -CLOCK_TRUST_MS.ahead && lateMs < CLOCK_TRUST_MS.behind;
    return isTrusted ? Math.min(byCamera, realTimeMs) : byArrival;
  }

  /** Without network jitter: as if each picture had the minimum delay. */
  #byArrival(steadyMs: number): number {
    const offsetMs = steadyMs - this.#rtpTime / TICKS_PER_MS;
    const isOld = this.#quickest !== undefined && steadyMs - this.#quickest.atMs > WINDOW_MS;
    if (this.#quickest === undefined || isOld || offsetMs < this.#quickest.offsetMs) {
      this.#quickest = { offsetMs, atMs: steadyMs };
    }
    return this.#rtpTime / TICKS_PER_MS + this.#quickest.offsetMs;
  }
}

/** A difference of 32 bit numbers, from -2^31 to 2^31 - 1. */
const signed32 = (difference: number): number => difference | 0;
