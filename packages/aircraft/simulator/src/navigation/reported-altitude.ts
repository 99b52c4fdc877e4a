import { lagShare } from '../first-order-lag.ts';
import type { HeightEstimator } from './height-estimator.ts';

/** Time constant of the height by the tether: its bow swings in gusts for seconds, and the Kite does not. */
const TETHER_TIME_S = 12;

/**
 * Reported altitude: by the tether, which does not drift, with the Kite's climb rate in between; by the Kite's own
 * estimate while the tether gives none. The Kite flies by its own estimate, so that the two differ a little.
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

  /** @param reference height by the tether, or the Kite's own estimate */
  update(height: HeightEstimator, reference: { readonly heightM: number }): void {
    this.altitudeM += height.climbRateMps * this.#periodS;
    this.altitudeM += this.#share * (reference.heightM - this.altitudeM);
  }

  /** On the ground. */
  rest(): void {
    this.altitudeM = 0;
  }
}
