import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
/** Climb rate below which the Kite has stopped, metres per second: above the effect of wind and noise at hover. */
export const STANDING_MPS = 0.15;

type Progress = 'going' | 'stopping' | 'done';

/** Altitude and climb rate of a report. */
interface HeightReport {
  readonly altitudeM: number | undefined;
  readonly climbRateMps: number | undefined;
  /** When it was measured, station time. */
  readonly measuredUs: number;
}

/** The requested altitude, and whether the Kite has reached it. */
export class AltitudeRequest {
  readonly #withinM: number;
  #targetM: number | undefined;
  #requestedUs = 0;
  #progress: Progress = 'done';

  /** @param withinM how close to the target counts as reached, metres */
  constructor(withinM: number) {
    this.#withinM = withinM;
  }

  [STATE](archive: StateArchive): void {
    [this.#targetM, this.#requestedUs, this.#progress] = archive.all(this.#targetM, this.#requestedUs, this.#progress);
  }

  get targetM(): number | undefined {
    return this.#targetM;
  }

  /**
   * From the request until a later report shows the Kite at the target: even a change of a few centimetres is tracked.
   */
  get isUnderWay(): boolean {
    return this.#progress !== 'done';
  }

  set(targetM: number, nowUs: number): void {
    this.#begin('going', targetM, nowUs);
  }

  /** Stop: the target follows the braking Kite until a later report shows it at rest. */
  stop(altitudeM: number, nowUs: number): void {
    this.#begin('stopping', altitudeM, nowUs);
  }

  /** The target is the present altitude; nothing is in progress. */
  settle(targetM: number | undefined): void {
    this.#targetM = targetM;
    this.#progress = 'done';
  }

  update({ altitudeM, climbRateMps, measuredUs }: HeightReport): void {
    if (altitudeM === undefined || this.#targetM === undefined || measuredUs <= this.#requestedUs) return;
    if (this.#progress === 'stopping') this.#follow(altitudeM, climbRateMps ?? 0);
    else if (Math.abs(altitudeM - this.#targetM) <= this.#withinM) this.#progress = 'done';
  }

  #begin(progress: Progress, targetM: number, nowUs: number): void {
    this.#targetM = targetM;
    this.#requestedUs = nowUs;
    this.#progress = progress;
  }

  #follow(altitudeM: number, climbRateMps: number): void {
    this.#targetM = altitudeM;
    if (Math.abs(climbRateMps) <= STANDING_MPS) this.#progress = 'done';
  }
}
