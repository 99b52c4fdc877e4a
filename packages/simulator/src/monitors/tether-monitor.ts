import type { SimulatorParameters } from '../parameters.ts';
import { Debounce } from './debounce.ts';

/** What of the tether shows at the Ground Station. */
export interface TetherReadings {
  /** Undefined: the force sensor says nothing that can be used. */
  readonly tensionN: number | undefined;
  readonly currentA: number;
  /** The supply is there, so that a whole line would carry a current. */
  readonly isSupplied: boolean;
  /** Something is heard from the Kite. */
  readonly isKiteHeard: boolean;
  /** The switch of the cradle sees the Kite. */
  readonly isHome: boolean;
}

/** Finds a tether that is cut: it pulls no more, carries no current and no data, and no Kite sits in the cradle. */
export class TetherMonitor {
  readonly #limits: SimulatorParameters['tetherMonitor'];
  readonly #cut: Debounce;

  constructor(limits: SimulatorParameters['tetherMonitor'], periodS: number) {
    this.#limits = limits;
    this.#cut = new Debounce(limits.cutS, limits.clearS, periodS);
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
