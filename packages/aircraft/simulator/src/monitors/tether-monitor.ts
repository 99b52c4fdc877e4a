import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { Debounce } from './debounce.ts';

/** Tether measurements of the Ground Station. */
export interface TetherReadings {
  /** Undefined: the force sensor gives no usable reading. */
  readonly tensionN: number | undefined;
  readonly currentA: number;
  /** The supply is on, so that an intact line would carry a current. */
  readonly isSupplied: boolean;
  /** Data of the Kite arrive. */
  readonly isKiteHeard: boolean;
  /** The switch of the cradle is closed by the Kite. */
  readonly isHome: boolean;
}

/** Detects a parted tether: no tension, no current, no data, and no Kite in the cradle. */
export class TetherMonitor {
  readonly #limits: SimulatorParameters['tetherMonitor'];
  readonly #cut: Debounce;

  constructor(limits: SimulatorParameters['tetherMonitor'], periodS: number) {
    this.#limits = limits;
    this.#cut = new Debounce(limits.cutS, limits.clearS, periodS);
  }

  [STATE](archive: StateArchive): void {
    archive.in(this.#cut);
  }

  get isCut(): boolean {
    return this.#cut.isSet;
  }

  step({ tensionN, currentA, isSupplied, isKiteHeard, isHome }: TetherReadings): void {
    const { leastN, leastA } = this.#limits;
    const pulls = tensionN !== undefined && tensionN >= leastN;
    const carries = isSupplied && currentA >= leastA;
    const isDead = !pulls && !carries && !isKiteHeard;
    this.#cut.note(isDead && !isHome, isKiteHeard || carries);
  }
}
