import { lagShare } from '../first-order-lag.ts';

/**
 * The acceleration that the Kite feels beside that of its thrust, low-passed: the drag of the wind, and the pull of the
 * tether once there is one. The idea is Lupashin and D'Andrea's: accelerometer minus thrust.
 */
export class DisturbanceObserver {
  readonly #share: number;
  eastMps2 = 0;
  northMps2 = 0;

  constructor(timeConstantS: number, periodS: number) {
    this.#share = lagShare(periodS, timeConstantS);
  }

  /** @param eastMps2, northMps2 measured acceleration minus that of the thrust */
  update(eastMps2: number, northMps2: number): void {
    this.eastMps2 += this.#share * (eastMps2 - this.eastMps2);
    this.northMps2 += this.#share * (northMps2 - this.northMps2);
  }

  reset(): void {
    this.eastMps2 = 0;
    this.northMps2 = 0;
  }
}
