import { lagShare } from '../first-order-lag.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** Time over which the barometer's zero is averaged in the cradle. */
const ZERO_TIME_S = 5;

/**
 * Height and climb rate on board: the accelerometer carries them on, the barometer corrects them and the accelerometer's
 * bias. A fixed-gain filter with three equal poles. In the cradle the height is zero, and so is the barometer set.
 */
export class HeightEstimator {
  readonly #heightGain: number;
  readonly #rateGain: number;
  readonly #biasGain: number;
  readonly #zeroShare: number;
  #zeroM = 0;
  #zeroReadings = 0;
  #biasMps2 = 0;
  heightM = 0;
  climbRateMps = 0;

  constructor(inertial: SimulatorParameters['inertial'], barometerPeriodS: number) {
    const pole = inertial.heightFilterRadps;
    this.#heightGain = 3 * pole * barometerPeriodS;
    this.#rateGain = 3 * pole ** 2 * barometerPeriodS;
    this.#biasGain = pole ** 3 * barometerPeriodS;
    this.#zeroShare = lagShare(barometerPeriodS, ZERO_TIME_S);
  }

  /** @param accelerationMps2 vertical, gravity taken off, as measured */
  predict(accelerationMps2: number, periodS: number): void {
    this.climbRateMps += (accelerationMps2 - this.#biasMps2) * periodS;
    this.heightM += this.climbRateMps * periodS;
  }

  correct(barometerM: number): void {
    const error = barometerM - this.#zeroM - this.heightM;
    this.heightM += this.#heightGain * error;
    this.climbRateMps += this.#rateGain * error;
    this.#biasMps2 -= this.#biasGain * error;
  }

  /** In the cradle: what the barometer says is zero. */
  zero(barometerM: number): void {
    this.#zeroReadings += 1;
    // The plain mean of the first readings, until they are as many as the average is long.
    const share = Math.max(this.#zeroShare, 1 / this.#zeroReadings);
    this.#zeroM += share * (barometerM - this.#zeroM);
    this.rest();
  }

  /** In the cradle nothing moves. */
  rest(): void {
    this.heightM = 0;
    this.climbRateMps = 0;
  }
}
