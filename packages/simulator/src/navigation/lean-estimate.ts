import { RAD_PER_DEG } from '../angle.ts';
import type { Lean } from '../body/translation.ts';
import { GaussMarkov } from '../noise/gauss-markov.ts';
import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** The lean as the Kite knows it, tangents: off by a constant along its own axes, of its mounting, and by a slow error. */
export class LeanEstimate {
  readonly #biasForward: number;
  readonly #biasRight: number;
  readonly #errorEast: GaussMarkov;
  readonly #errorNorth: GaussMarkov;
  /** Estimated minus true lean. */
  offEast = 0;
  offNorth = 0;

  constructor(make: SimulatorParameters['ownModel'], random: RandomStream, periodS: number) {
    const { leanBiasDeg, leanErrorDeg, leanErrorTimeS } = make;
    this.#biasForward = leanBiasDeg * RAD_PER_DEG * random.normal();
    this.#biasRight = leanBiasDeg * RAD_PER_DEG * random.normal();
    this.#errorEast = new GaussMarkov(random, leanErrorDeg * RAD_PER_DEG, leanErrorTimeS, periodS);
    this.#errorNorth = new GaussMarkov(random, leanErrorDeg * RAD_PER_DEG, leanErrorTimeS, periodS);
  }

  /** The slow errors move on; the constant one turns with the Kite. */
  drift(headingDeg: number): void {
    const heading = headingDeg * RAD_PER_DEG;
    const sine = Math.sin(heading);
    const cosine = Math.cos(heading);
    this.#errorEast.step();
    this.#errorNorth.step();
    this.offEast = this.#biasForward * sine + this.#biasRight * cosine + this.#errorEast.value;
    this.offNorth = this.#biasForward * cosine - this.#biasRight * sine + this.#errorNorth.value;
  }

  /** Angle between the Kite's vertical and the real one as the Kite knows it, radians. */
  angle({ east, north }: Lean): number {
    const estimatedEast = east + this.offEast;
    const estimatedNorth = north + this.offNorth;
    return Math.atan(Math.sqrt(estimatedEast * estimatedEast + estimatedNorth * estimatedNorth));
  }
}
