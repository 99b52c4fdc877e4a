import { DEG_PER_RAD } from '../angle.ts';
import { GaussMarkov } from '../noise/gauss-markov.ts';
import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';

/**
 * Angle by which a disturbance turns the horizontal field, degrees clockwise.
 * @param acrossUt, alongUt the disturbance to magnetic East and North, microtesla
 */
export const deviationDeg = (acrossUt: number, alongUt: number, horizontalFieldUt: number): number =>
  Math.atan2(acrossUt, horizontalFieldUt + alongUt) * DEG_PER_RAD;

/** The magnetometer as a heading: a constant error of its mounting, slow drift, noise, and disturbances as fields. */
export class Compass {
  readonly #make: SimulatorParameters['compass'];
  readonly #random: RandomStream;
  readonly #biasDeg: number;
  readonly #drift: GaussMarkov;
  /** A field besides the Earth's, to magnetic East and North, microtesla. */
  disturbanceEastUt = 0;
  disturbanceNorthUt = 0;
  /** Another one on top of it. */
  faultEastUt = 0;
  faultNorthUt = 0;
  /** Strength of the horizontal field as measured, microtesla. */
  fieldUt = 0;

  constructor(make: SimulatorParameters['compass'], random: RandomStream, periodS: number) {
    this.#make = make;
    this.#random = random;
    this.#biasDeg = make.biasDeg * random.normal();
    this.#drift = new GaussMarkov(random, make.driftDeg, make.driftTimeS, periodS);
    this.fieldUt = make.horizontalFieldUt;
  }

  get errorDeg(): number {
    return this.#biasDeg + this.#drift.value;
  }

  /** One measurement, degrees clockwise from North, not wrapped. */
  read(headingDeg: number): number {
    const { horizontalFieldUt, whiteDeg } = this.#make;
    this.#drift.step();
    const eastUt = this.disturbanceEastUt + this.faultEastUt;
    const northUt = this.disturbanceNorthUt + this.faultNorthUt;
    this.fieldUt = Math.sqrt(eastUt ** 2 + (horizontalFieldUt + northUt) ** 2);
    const deviation = deviationDeg(eastUt, northUt, horizontalFieldUt);
    return headingDeg - deviation + this.errorDeg + whiteDeg * this.#random.normal();
  }
}
