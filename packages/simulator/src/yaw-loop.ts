import type { SimulatorParameters } from './parameters.ts';

/** How the Kite turns about its vertical: a limited angular acceleration by a controller of angle and rate. */
export class YawLoop {
  readonly #gains: SimulatorParameters['yaw'];
  readonly #stepS: number;
  /** True heading, degrees clockwise from North, unwrapped. */
  headingDeg: number;
  rateDps = 0;

  constructor(gains: SimulatorParameters['yaw'], headingDeg: number, stepS: number) {
    this.#gains = gains;
    this.#stepS = stepS;
    this.headingDeg = headingDeg;
  }

  /**
   * @param errorDeg wanted minus estimated heading, degrees
   * @param wantedRateDps rate at which the wanted heading moves
   * @param authorityDps2 what the rotors can give now
   */
  step(errorDeg: number, wantedRateDps: number, authorityDps2: number): void {
    const { stiffness, damping, maxAccelerationDps2 } = this.#gains;
    const limit = Math.min(maxAccelerationDps2, authorityDps2);
    const wanted = stiffness * errorDeg + damping * (wantedRateDps - this.rateDps);
    this.rateDps += Math.max(-limit, Math.min(limit, wanted)) * this.#stepS;
    this.headingDeg += this.rateDps * this.#stepS;
  }
}
