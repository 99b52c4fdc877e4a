import { lagShare } from '../first-order-lag.ts';
import type { HeightEstimator } from './height-estimator.ts';

/** Time in which the height by the tether is followed: its bow swings faster than the Kite moves. */
const TETHER_TIME_S = 4;

/**
 * The altitude that is shown: by the tether, which does not drift, carried on by the Kite's climb rate in between; by the
 * Kite's own estimate while the tether says nothing. The Kite flies by its own, so that the two differ a little.
 */
export class ReportedAltitude {
  readonly #share: number;
  readonly #periodS: number;
  /** Metres above the Ground Station. */
  altitudeM = 0;

  constructor(periodS: number) {
    this.#periodS = periodS;
    this.#share = lagShare(periodS, TETHER_TIME_S);
  }

  /** @param reference height by the tether, or the Kite's own */
  update(height: HeightEstimator, reference: { readonly heightM: number }): void {
    this.altitudeM += height.climbRateMps * this.#periodS;
    this.altitudeM += this.#share * (reference.heightM - this.altitudeM);
  }

  /** The Kite is on the ground. */
  rest(): void {
    this.altitudeM = 0;
  }
}
