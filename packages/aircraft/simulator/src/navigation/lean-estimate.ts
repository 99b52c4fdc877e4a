import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { RAD_PER_DEG } from '../angle.ts';
import type { Lean } from '../body/translation.ts';
import { GaussMarkov } from '../noise/gauss-markov.ts';
import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';

/**
 * Tilt as the Kite estimates it, tangents: with a constant mounting error along its own axes, and a slowly varying
 * error.
 */
export class LeanEstimate {
  readonly #biasForward: number;
  readonly #biasRight: number;
  readonly #errorEast: GaussMarkov;
  readonly #errorNorth: GaussMarkov;
  /** Estimated minus true tilt. */
  offEast = 0;
  offNorth = 0;

  constructor(make: SimulatorParameters['ownModel'], random: RandomStream, periodS: number) {
    const { leanBiasDeg, leanErrorDeg, leanErrorTimeS } = make;
    this.#biasForward = leanBiasDeg * RAD_PER_DEG * random.normal();
    this.#biasRight = leanBiasDeg * RAD_PER_DEG * random.normal();
    this.#errorEast = new GaussMarkov(random, leanErrorDeg * RAD_PER_DEG, leanErrorTimeS, periodS);
    this.#errorNorth = new GaussMarkov(random, leanErrorDeg * RAD_PER_DEG, leanErrorTimeS, periodS);
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    archive.in(this.#errorEast, this.#errorNorth);
  }

  /** Advances the slow errors; the constant one turns with the Kite. */
  drift(headingDeg: number): void {
    const heading = headingDeg * RAD_PER_DEG;
    const sine = Math.sin(heading);
    const cosine = Math.cos(heading);
    this.#errorEast.step();
    this.#errorNorth.step();
    this.offEast = this.#biasForward * sine + this.#biasRight * cosine + this.#errorEast.value;
    this.offNorth = this.#biasForward * cosine - this.#biasRight * sine + this.#errorNorth.value;
  }

  /** Estimated angle between the Kite's vertical axis and the vertical, radians. */
  angle({ east, north }: Lean): number {
    const estimatedEast = east + this.offEast;
    const estimatedNorth = north + this.offNorth;
    return Math.atan(Math.sqrt(estimatedEast * estimatedEast + estimatedNorth * estimatedNorth));
  }
}
