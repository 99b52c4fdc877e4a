import type { Simulation } from '../simulation.ts';

/**
 * What the Kite does by itself when nobody can tell it what to do: without an answer of the Ground Station for some
 * seconds, or at once when its tether has parted, it makes a safety landing, whatever it was asked for before and after.
 */
export class KiteFailsafe {
  readonly #simulation: Simulation;
  readonly #silentSteps: number;
  #isLanding = false;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.#silentSteps = simulation.rates.steps(simulation.parameters.link.silentS);
  }

  /** The Kite is coming down by its own decision. */
  get isLanding(): boolean {
    return this.#isLanding && this.#simulation.autopilot.phase !== 'Off';
  }

  /** One step, at the rate of the controllers. */
  step(): void {
    const { autopilot, link, position, stepCount } = this.#simulation;
    if (autopilot.phase === 'Off') {
      this.#isLanding = false;
      return;
    }
    const isAlone = position.isCutOff || link.silentSteps(stepCount) > this.#silentSteps;
    if (this.#isLanding || !isAlone) return;
    this.#isLanding = true;
    autopilot.land('safety');
  }
}
