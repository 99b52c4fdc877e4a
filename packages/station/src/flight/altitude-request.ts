/** A Kite that moves no faster than this has stopped, metres per second: more than wind and noise make of standing. */
export const STANDING_MPS = 0.15;

type Progress = 'going' | 'stopping' | 'done';

/** What a report says about height. */
export interface HeightReport {
  readonly altitudeM: number | undefined;
  readonly climbRateMps: number | undefined;
  /** When it was measured, station time. */
  readonly measuredUs: number;
}

/** The altitude that was asked for, and whether the Kite has been there since. */
export class AltitudeRequest {
  readonly #withinM: number;
  #targetM: number | undefined;
  #requestedUs = 0;
  #progress: Progress = 'done';

  /** @param withinM how close to the target counts as reached, metres */
  constructor(withinM: number) {
    this.#withinM = withinM;
  }

  get targetM(): number | undefined {
    return this.#targetM;
  }

  /** From the request until a later report shows the Kite at the target: even a change of a few centimetres is seen. */
  get isUnderWay(): boolean {
    return this.#progress !== 'done';
  }

  set(targetM: number, nowUs: number): void {
    this.#begin('going', targetM, nowUs);
  }

  /** Stop: the target goes along with the Kite, which needs some way to brake, until a later report shows it standing. */
  stop(altitudeM: number, nowUs: number): void {
    this.#begin('stopping', altitudeM, nowUs);
  }

  /** The target is wherever the Kite is; nothing is under way. */
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
