import { STATE, type StateArchive } from '@kitestring/station/snapshot/state-archive.ts';
import type { Autopilot } from '../control/autopilot.ts';

/**
 * Failsafe on board the Kite: when the Ground Station has not answered for some seconds, or at once when the tether
 * has parted, the Kite makes a safety landing, whatever the previous and later commands are.
 */
export class KiteFailsafe {
  readonly #autopilot: Autopilot;
  readonly #mostSilentSteps: number;
  #isLanding = false;

  /** @param mostSilentSteps maximum time without an answer from the Ground Station */
  constructor(autopilot: Autopilot, mostSilentSteps: number) {
    this.#autopilot = autopilot;
    this.#mostSilentSteps = mostSilentSteps;
  }

  [STATE](archive: StateArchive): void {
    this.#isLanding = archive.of(this.#isLanding);
  }

  /** The Kite is landing by its own decision. */
  get isLanding(): boolean {
    return this.#isLanding && this.#autopilot.phase !== 'Off';
  }

  /** One step, at the rate of the controllers. @param silentSteps since the Kite last heard the Ground Station */
  step(isCutOff: boolean, silentSteps: number): void {
    if (this.#autopilot.phase === 'Off') {
      this.#isLanding = false;
      return;
    }
    const isAlone = isCutOff || silentSteps > this.#mostSilentSteps;
    if (this.#isLanding || !isAlone) return;
    this.#isLanding = true;
    this.#autopilot.land('safety');
  }
}
