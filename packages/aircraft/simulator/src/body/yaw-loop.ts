import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { lagShare } from '../first-order-lag.ts';
import { type RandomStream, randomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** Demanded motion of the heading: degrees, unwrapped, clockwise. */
export interface YawDemand {
  readonly headingDeg: number;
  readonly headingRateDps: number;
  readonly headingAccelerationDps2: number;
}

/**
 * Yaw of the Kite: angular acceleration limited, by a controller of angle and rate; or, when heading control is given
 * up, by air and unequal rotors.
 */
export class YawLoop {
  readonly #gains: SimulatorParameters['yaw'];
  readonly #stepS: number;
  readonly #random: RandomStream;
  readonly #freeShare: number;
  readonly #freeGainDps: number;
  /** True heading, degrees clockwise from North, unwrapped. */
  headingDeg = 0;
  rateDps = 0;
  /** Heading estimate. */
  estimatedHeadingDeg = 0;
  /** Error of the gyro's rate, degrees/s. */
  rateErrorDps = 0;
  /** Angular acceleration that the rotors can give now, degrees/s^2. */
  authorityDps2 = 0;
  /** Disturbing angular acceleration, degrees/s^2. */
  disturbanceDps2 = 0;
  /** The heading cannot be held. */
  isFree = false;

  /** @param random drives the drift of an uncontrolled heading */
  constructor(
    gains: SimulatorParameters['yaw'],
    headingDeg: number,
    stepS: number,
    random: RandomStream = randomStream(0, 'free yaw'),
  ) {
    this.#gains = gains;
    this.#stepS = stepS;
    this.#random = random;
    this.#freeShare = lagShare(stepS, gains.freeTimeS);
    // The rate settles at its standard deviation for any step: a Gauss-Markov process.
    this.#freeGainDps = gains.freeRateDps * Math.sqrt(lagShare(2 * stepS, gains.freeTimeS));
    this.headingDeg = headingDeg;
    this.estimatedHeadingDeg = headingDeg;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    archive.in(this.#random);
  }

  step(demand: YawDemand): void {
    if (this.isFree) this.#spin();
    else this.#steer(demand);
    this.headingDeg += this.rateDps * this.#stepS;
  }

  #steer(demand: YawDemand): void {
    const { stiffness, damping, maxAccelerationDps2 } = this.#gains;
    const limit = Math.min(maxAccelerationDps2, this.authorityDps2);
    const wanted =
      demand.headingAccelerationDps2 +
      stiffness * (demand.headingDeg - this.estimatedHeadingDeg) +
      damping * (demand.headingRateDps - this.rateDps - this.rateErrorDps);
    this.rateDps += (Math.max(-limit, Math.min(limit, wanted)) + this.disturbanceDps2) * this.#stepS;
  }

  #spin(): void {
    const turnedDps = this.disturbanceDps2 * this.#stepS;
    this.rateDps += turnedDps + this.#freeGainDps * this.#random.normal() - this.#freeShare * this.rateDps;
  }
}
