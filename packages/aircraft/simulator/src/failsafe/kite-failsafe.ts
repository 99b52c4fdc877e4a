import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { Autopilot } from '../control/autopilot.ts';
import type { SimulatorParameters } from '../parameters.ts';

type FailsafeLimits = Pick<SimulatorParameters['link'], 'silentS' | 'unfedS' | 'leastPercent'>;

/** Readings of the Kite's converter and of its battery's gauge. */
interface KitePower {
  readonly line: { readonly isFeeding: boolean };
  readonly kiteBattery: { readonly currentA: number; readonly measuredPercent: number };
}

/**
 * Failsafe on board the Kite: when the Ground Station has not answered for some seconds, or the tether has brought no
 * power for some, or its battery gives what the next landing needs, or at once when the tether has parted, the Kite
 * makes a safety landing, whatever the previous and later commands are.
 */
export class KiteFailsafe {
  readonly #autopilot: Autopilot;
  readonly #limits: FailsafeLimits;
  readonly #periodS: number;
  #unfedS = 0;
  #isLanding = false;

  /** @param periodS time between two steps */
  constructor(autopilot: Autopilot, limits: FailsafeLimits, periodS: number) {
    this.#autopilot = autopilot;
    this.#limits = limits;
    this.#periodS = periodS;
  }

  [STATE](archive: StateArchive): void {
    [this.#isLanding, this.#unfedS] = archive.all(this.#isLanding, this.#unfedS);
  }

  /** The Kite is landing by its own decision. */
  get isLanding(): boolean {
    return this.#isLanding && this.#autopilot.phase !== 'Off';
  }

  /** One step, at the rate of the controllers. @param silentS since the Kite last heard the Ground Station */
  step(isCutOff: boolean, silentS: number, power: KitePower): void {
    this.#unfedS = power.line.isFeeding ? 0 : this.#unfedS + this.#periodS;
    if (this.#autopilot.phase === 'Off') {
      this.#isLanding = false;
      return;
    }
    if (this.#isLanding || !(isCutOff || silentS > this.#limits.silentS || this.#isRunningOut(power))) return;
    this.#isLanding = true;
    this.#autopilot.land('safety');
  }

  #isRunningOut({ kiteBattery }: KitePower): boolean {
    const isGiving = kiteBattery.currentA > 0;
    return this.#unfedS >= this.#limits.unfedS || (isGiving && kiteBattery.measuredPercent < this.#limits.leastPercent);
  }
}
