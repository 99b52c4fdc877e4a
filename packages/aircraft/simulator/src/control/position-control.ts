import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import { RAD_PER_DEG } from '../angle.ts';
import type { DisturbanceObserver } from '../navigation/disturbance-observer.ts';
import type { HorizontalEstimator } from '../navigation/horizontal-estimator.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** Lower bound of the upward thrust for the conversion to tilt, m/s^2: with no thrust no tilt has an effect. */
const LEAST_UP_MPS2 = 3;

/**
 * Holds the Kite over the Ground Station, or at a given position: tilt by position error, velocity, integral, and the
 * observed disturbance.
 */
export class PositionControl {
  readonly #gains: SimulatorParameters['position'];
  readonly #maxLean: number;
  readonly #periodS: number;
  #integralEast = 0;
  #integralNorth = 0;
  /** Target, metres from the point above the Ground Station. */
  #targetEastM = 0;
  #targetNorthM = 0;
  leanEast = 0;
  leanNorth = 0;
  /** Acceleration by the upward part of the thrust, m/s^2: a tilt gives its tangent's share of it sideways. */
  upMps2 = GRAVITY_MPS2;
  /** Maximum tilt that the rotors allow after the height controller has its share. */
  leanLimit = 1;

  constructor(parameters: SimulatorParameters, periodS: number) {
    this.#periodS = periodS;
    this.#gains = parameters.position;
    this.#maxLean = Math.tan(parameters.attitude.maxLeanDeg * RAD_PER_DEG);
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#integralEast, this.#integralNorth] = archive.all(this.#integralEast, this.#integralNorth);
    [this.#targetEastM, this.#targetNorthM] = archive.all(this.#targetEastM, this.#targetNorthM);
  }

  goTo(eastM: number, northM: number): void {
    this.#targetEastM = eastM;
    this.#targetNorthM = northM;
  }

  level(): void {
    this.#integralEast = 0;
    this.#integralNorth = 0;
    this.leanEast = 0;
    this.leanNorth = 0;
  }

  /** @param feels acceleration that does not come from the thrust */
  update(at: HorizontalEstimator, feels: DisturbanceObserver): void {
    const periodS = this.#periodS;
    const { errorGain, speedGain, integralGain, maxIntegralMps2, maxAccelerationMps2 } = this.#gains;
    const awayEast = at.eastM - this.#targetEastM;
    const awayNorth = at.northM - this.#targetNorthM;
    this.#integralEast = limited(this.#integralEast + integralGain * awayEast * periodS, maxIntegralMps2);
    this.#integralNorth = limited(this.#integralNorth + integralGain * awayNorth * periodS, maxIntegralMps2);
    const backEast = -errorGain * awayEast - speedGain * at.eastMps - this.#integralEast;
    const backNorth = -errorGain * awayNorth - speedGain * at.northMps - this.#integralNorth;
    const back = Math.sqrt(backEast * backEast + backNorth * backNorth);
    const share = back > maxAccelerationMps2 ? maxAccelerationMps2 / back : 1;
    const east = share * backEast - feels.eastMps2;
    const north = share * backNorth - feels.northMps2;
    const length = Math.sqrt(east * east + north * north);
    const perLean = Math.max(LEAST_UP_MPS2, this.upMps2);
    const most = Math.min(this.#maxLean, this.leanLimit) * perLean;
    const scale = (length > most ? most / length : 1) / perLean;
    this.leanEast = east * scale;
    this.leanNorth = north * scale;
  }
}

const limited = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value));
