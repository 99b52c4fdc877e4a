import { RTP_CLOCK_HZ } from '../access-unit.ts';

/** When a picture came. */
export interface Arrival {
  /** Milliseconds since 1970 on a clock that nobody sets. */
  readonly steadyMs: number;
  /** Milliseconds since 1970 on the clock of this machine, which may be set at any time. */
  readonly wallMs: number;
}

/** When a picture was taken. */
export interface PictureTime {
  /** 90 kHz, not wrapped, always greater than the one before. */
  readonly rtpTime: number;
  /** Milliseconds since 1970, on the clock of this machine. */
  readonly wallMs: number;
  /** The camera shows it before one that came earlier: pictures depend on later ones. */
  readonly isReordered: boolean;
}

const TICKS_PER_MS = RTP_CLOCK_HZ / 1000;
/** A picture is that much before the last one when pictures are reordered; more is another count. */
const REORDERED_MAX = 2 * RTP_CLOCK_HZ;
/** A pause that is longer says nothing about time. */
const STEP_MAX = 10 * RTP_CLOCK_HZ;
/** A camera whose clock is right has taken the picture before it arrives, and not long before. */
const CLOCK_TRUST_MS = { ahead: 50, behind: 3000 };
/** The quickest way of a picture is looked for in so much time: clocks of cameras run at other speeds than ours. */
const WINDOW_MS = 30_000;

/** Maps the times of a camera, of 32 bits with an unknown beginning, to those of the station. */
export class PictureClock {
  #lastWire: number | undefined;
  /** Of the last picture, in the count of the station. */
  #rtpTime = 0;
  /** Wall time minus RTP time, in ms: the smallest seen is that of the picture that came the quickest. */
  #quickest: { offsetMs: number; atMs: number } | undefined;
  /** By the camera's own reports: which of its times was when. */
  #report: { readonly wire: number; readonly wallMs: number } | undefined;

  at(wire: number, arrival: Arrival): PictureTime {
    const last = this.#lastWire;
    const step = last === undefined ? undefined : signed32(wire - last);
    const isReordered = step !== undefined && step < 0 && step > -REORDERED_MAX;
    if (isReordered) return { rtpTime: ++this.#rtpTime, wallMs: arrival.wallMs, isReordered };
    this.#lastWire = wire;
    if (step === undefined || step < 0 || step > STEP_MAX) this.#begin(arrival.steadyMs);
    else this.#rtpTime += Math.max(1, step);
    return { rtpTime: this.#rtpTime, wallMs: this.#wallMs(wire, arrival), isReordered };
  }

  /** A report of the camera: its wall time at one of its RTP times. */
  learn(wire: number, wallMs: number): void {
    this.#report = { wire, wallMs };
  }

  /** Another camera, or another count of the same. What comes is later than what was. */
  restart(): void {
    this.#lastWire = undefined;
    this.#report = undefined;
  }

  #begin(steadyMs: number): void {
    // As the drawn streams count: from a clock that nobody sets.
    this.#rtpTime = Math.max(this.#rtpTime + 1, Math.round(steadyMs * TICKS_PER_MS));
    this.#quickest = undefined;
    this.#report = undefined;
  }

  #wallMs(wire: number, { steadyMs, wallMs }: Arrival): number {
    const byArrival = this.#byArrival(steadyMs) + (wallMs - steadyMs);
    const report = this.#report;
    if (report === undefined) return byArrival;
    const byCamera = report.wallMs + signed32(wire - report.wire) / TICKS_PER_MS;
    const lateMs = wallMs - byCamera;
    const isTrusted = lateMs > -CLOCK_TRUST_MS.ahead && lateMs < CLOCK_TRUST_MS.behind;
    return isTrusted ? Math.min(byCamera, wallMs) : byArrival;
  }

  /** Without the jitter of the network: as if each had come as quickly as the quickest. */
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
