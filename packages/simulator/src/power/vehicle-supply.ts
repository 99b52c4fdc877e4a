import type { SimulatorParameters } from '../parameters.ts';

/**
 * The vehicle's supply of a Rooftop Box: too low for too long, a box whose Kite has landed goes to sleep to spare the
 * vehicle's battery; it wakes up when the supply is back.
 */
export class VehicleSupply {
  readonly #limits: SimulatorParameters['vehicle'];
  readonly #periodS: number;
  #lowS = 0;
  /** At the input of the box, volts. A fault makes it low. */
  voltageV = 0;
  isAsleep = false;

  constructor(limits: SimulatorParameters['vehicle'], periodS: number) {
    this.#limits = limits;
    this.#periodS = periodS;
    this.voltageV = limits.voltageV;
  }

  /** Enough for the converter that makes the supply of the tether. */
  get isSufficient(): boolean {
    return this.voltageV >= this.#limits.converterMinV;
  }

  /** @param hasLanded the Kite is down with its motors off: in flight a box never sleeps */
  step(hasLanded: boolean): void {
    const { sleepBelowV, sleepAfterS, wakeAboveV } = this.#limits;
    this.#lowS = hasLanded && this.voltageV < sleepBelowV ? this.#lowS + this.#periodS : 0;
    // Half a period: a sum of tenths is not exact.
    if (this.#lowS >= sleepAfterS - this.#periodS / 2) this.isAsleep = true;
    if (this.voltageV > wakeAboveV) this.isAsleep = false;
  }
}
