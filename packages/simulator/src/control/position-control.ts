import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import { RAD_PER_DEG } from '../angle.ts';
import type { HorizontalEstimator } from '../navigation/horizontal-estimator.ts';
import type { SimulatorParameters } from '../parameters.ts';

/**
 * Keeps the Kite over the Ground Station: leans against error, speed, what has added up, and the disturbance that was
 * observed.
 */
export class PositionControl {
  readonly #gains: SimulatorParameters['position'];
  readonly #maxLean: number;
  #integralEast = 0;
  #integralNorth = 0;
  leanEast = 0;
  leanNorth = 0;

  constructor(parameters: SimulatorParameters) {
    this.#gains = parameters.position;
    this.#maxLean = Math.tan(parameters.attitude.maxLeanDeg * RAD_PER_DEG);
  }

  level(): void {
    this.#integralEast = 0;
    this.#integralNorth = 0;
    this.leanEast = 0;
    this.leanNorth = 0;
  }

  /**
   * @param disturbanceEast, disturbanceNorth acceleration that does not come from the thrust, m/s^2
   * @param leanLimit what the rotors leave after the height has had its share
   */
  update(
    at: HorizontalEstimator,
    disturbanceEast: number,
    disturbanceNorth: number,
    leanLimit: number,
    periodS: number,
  ): void {
    const { errorGain, speedGain, integralGain, maxIntegralMps2, maxAccelerationMps2 } = this.#gains;
    this.#integralEast = limited(this.#integralEast + integralGain * at.eastM * periodS, maxIntegralMps2);
    this.#integralNorth = limited(this.#integralNorth + integralGain * at.northM * periodS, maxIntegralMps2);
    const east = -errorGain * at.eastM - speedGain * at.eastMps - this.#integralEast - disturbanceEast;
    const north = -errorGain * at.northM - speedGain * at.northMps - this.#integralNorth - disturbanceNorth;
    const length = Math.sqrt(east * east + north * north);
    const most = Math.min(maxAccelerationMps2, Math.min(this.#maxLean, leanLimit) * GRAVITY_MPS2);
    const scale = (length > most ? most / length : 1) / GRAVITY_MPS2;
    this.leanEast = east * scale;
    this.leanNorth = north * scale;
  }
}

const limited = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value));
