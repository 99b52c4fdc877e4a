import type { SimulatorParameters } from '../parameters.ts';

/** How the heading is to move: degrees, unwrapped, clockwise. */
export interface YawDemand {
  readonly headingDeg: number;
  readonly headingRateDps: number;
  readonly headingAccelerationDps2: number;
}

/** How the Kite turns about its vertical: a limited angular acceleration by a controller of angle and rate. */
export class YawLoop {
  readonly #gains: SimulatorParameters['yaw'];
  readonly #stepS: number;
  /** True heading, degrees clockwise from North, unwrapped. */
  headingDeg: number;
  rateDps = 0;
  /** What the Kite takes for its heading. */
  estimatedHeadingDeg: number;
  /** What the rotors can give now, degrees/s^2. */
  authorityDps2 = 0;

  constructor(gains: SimulatorParameters['yaw'], headingDeg: number, stepS: number) {
    this.#gains = gains;
    this.#stepS = stepS;
    this.headingDeg = headingDeg;
    this.estimatedHeadingDeg = headingDeg;
  }

  step(demand: YawDemand): void {
    const { stiffness, damping, maxAccelerationDps2 } = this.#gains;
    const limit = Math.min(maxAccelerationDps2, this.authorityDps2);
    const wanted =
      demand.headingAccelerationDps2 +
      stiffness * (demand.headingDeg - this.estimatedHeadingDeg) +
      damping * (demand.headingRateDps - this.rateDps);
    this.rateDps += Math.max(-limit, Math.min(limit, wanted)) * this.#stepS;
    this.headingDeg += this.rateDps * this.#stepS;
  }
}
