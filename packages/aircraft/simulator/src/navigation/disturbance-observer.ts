import { lagShare } from '../first-order-lag.ts';

/**
 * Acceleration of the Kite other than thrust and weight, low-passed: wind drag and tether tension. Idea: Lupashin and
 * D'Andrea, accelerometer minus thrust. It needs nothing from the ground.
 */
export class DisturbanceObserver {
  readonly #share: number;
  readonly #upShare: number;
  eastMps2 = 0;
  northMps2 = 0;
  upMps2 = 0;

  constructor(timeConstantS: number, upTimeConstantS: number, periodS: number) {
    this.#share = lagShare(periodS, timeConstantS);
    this.#upShare = lagShare(periodS, upTimeConstantS);
  }

  /** @param eastMps2, northMps2, upMps2 measured acceleration minus that of thrust and weight */
  update(eastMps2: number, northMps2: number, upMps2: number): void {
    this.eastMps2 += this.#share * (eastMps2 - this.eastMps2);
    this.northMps2 += this.#share * (northMps2 - this.northMps2);
    this.upMps2 += this.#upShare * (upMps2 - this.upMps2);
  }

  reset(): void {
    this.eastMps2 = 0;
    this.northMps2 = 0;
    this.upMps2 = 0;
  }
}
