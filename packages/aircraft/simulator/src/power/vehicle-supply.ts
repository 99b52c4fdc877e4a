import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { SimulatorParameters } from '../parameters.ts';

/**
 * The vehicle's supply of a Rooftop Box: after too long at low voltage, a box whose Kite has landed sleeps to save the
 * vehicle's battery; it wakes up when the supply is back.
 */
export class VehicleSupply {
  readonly #limits: SimulatorParameters['vehicle'];
  readonly #periodS: number;
  #lowS = 0;
  /** Input voltage of the box, volts. A fault lowers it. */
  voltageV = 0;
  isAsleep = false;

  constructor(limits: SimulatorParameters['vehicle'], periodS: number) {
    this.#limits = limits;
    this.#periodS = periodS;
    this.voltageV = limits.voltageV;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    this.#lowS = archive.of(this.#lowS);
  }

  /** Sufficient for the converter that supplies the tether. */
  get isSufficient(): boolean {
    return this.voltageV >= this.#limits.converterMinV;
  }

  /** @param hasLanded the Kite is on the ground with its motors off: a box never sleeps in flight */
  step(hasLanded: boolean): void {
    const { sleepBelowV, sleepAfterS, wakeAboveV } = this.#limits;
    this.#lowS = hasLanded && this.voltageV < sleepBelowV ? this.#lowS + this.#periodS : 0;
    // Half a period of tolerance: a sum of tenths is not exact.
    if (this.#lowS >= sleepAfterS - this.#periodS / 2) this.isAsleep = true;
    if (this.voltageV > wakeAboveV) this.isAsleep = false;
  }
}
