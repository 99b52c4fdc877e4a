import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
/**
 * Position above the Ground Station on board: velocity is integrated, position fixes correct it. A fix arrives late,
 * so it is compared with the estimate at the time it was measured.
 */
export class HorizontalEstimator {
  readonly #fixShare: number;
  #eastAtCaptureM = 0;
  #northAtCaptureM = 0;
  eastM = 0;
  northM = 0;
  eastMps = 0;
  northMps = 0;
  /** A position source corrects the estimate. Otherwise it is dead reckoning, and soon wrong. */
  isKnown = true;

  constructor(fixShare: number) {
    this.#fixShare = fixShare;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#eastAtCaptureM, this.#northAtCaptureM] = archive.all(this.#eastAtCaptureM, this.#northAtCaptureM);
  }

  /** @param eastMps, northMps measured velocity */
  predict(eastMps: number, northMps: number, periodS: number): void {
    this.eastMps = eastMps;
    this.northMps = northMps;
    this.eastM += eastMps * periodS;
    this.northM += northMps * periodS;
  }

  /** A fix is being measured now. */
  capture(): void {
    this.#eastAtCaptureM = this.eastM;
    this.#northAtCaptureM = this.northM;
  }

  /** Distance of a fix from the estimate at the time it was measured, metres. */
  surpriseM(fixEastM: number, fixNorthM: number): number {
    const eastM = fixEastM - this.#eastAtCaptureM;
    const northM = fixNorthM - this.#northAtCaptureM;
    return Math.sqrt(eastM * eastM + northM * northM);
  }

  correct(fixEastM: number, fixNorthM: number): void {
    this.eastM += this.#fixShare * (fixEastM - this.#eastAtCaptureM);
    this.northM += this.#fixShare * (fixNorthM - this.#northAtCaptureM);
  }

  /** In the cradle the Kite is above the Ground Station and does not move. */
  rest(): void {
    this.isKnown = true;
    this.eastM = 0;
    this.northM = 0;
    this.eastMps = 0;
    this.northMps = 0;
  }

  get driftM(): number {
    return Math.sqrt(this.eastM * this.eastM + this.northM * this.northM);
  }
}
