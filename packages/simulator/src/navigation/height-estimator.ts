import { lagShare } from '../first-order-lag.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** Time over which the barometer's zero is averaged in the cradle. */
const ZERO_TIME_S = 5;

/**
 * Height and climb rate on board: the accelerometer carries them on, the barometer corrects them and the accelerometer's
 * bias. A fixed-gain filter with three equal poles. In the cradle the height is zero, and so is the barometer set; in
 * flight the length of the tether keeps it from drifting away.
 */
export class HeightEstimator {
  readonly #heightGain: number;
  readonly #rateGain: number;
  readonly #biasGain: number;
  readonly #maxBiasMps2: number;
  readonly #zeroShare: number;
  readonly #tetherShare: number;
  #zeroM = 0;
  #zeroReadings = 0;
  #biasMps2 = 0;
  #goesByTether = false;
  heightM = 0;
  climbRateMps = 0;
  /** The barometer can't be right: the tether says the height alone. A fault's monitor sets it. */
  distrustsBarometer = false;

  /** @param tetherTimeS in this time the height by the tether corrects the barometer */
  constructor(inertial: SimulatorParameters['inertial'], tetherTimeS: number, barometerPeriodS: number) {
    const pole = inertial.heightFilterRadps;
    this.#heightGain = 3 * pole * barometerPeriodS;
    this.#rateGain = 3 * pole ** 2 * barometerPeriodS;
    this.#biasGain = pole ** 3 * barometerPeriodS;
    this.#maxBiasMps2 = inertial.maxBiasMps2;
    this.#zeroShare = lagShare(barometerPeriodS, ZERO_TIME_S);
    this.#tetherShare = lagShare(barometerPeriodS, tetherTimeS);
  }

  /** @param accelerationMps2 vertical, gravity taken off, as measured */
  predict(accelerationMps2: number, periodS: number): void {
    this.climbRateMps += (accelerationMps2 - this.#biasMps2) * periodS;
    this.heightM += this.climbRateMps * periodS;
  }

  correct(barometerM: number): void {
    this.#goesByTether = false;
    this.#correctBy(barometerM - this.#zeroM - this.heightM);
  }

  /**
   * In place of a barometer that can't be right, with each of its readings: height by the tether; while that says nothing,
   * the accelerometer goes on alone.
   */
  correctByTether(barometerM: number, tetherM: number | undefined): void {
    if (tetherM !== undefined) {
      if (!this.#goesByTether) this.#startAt(tetherM);
      this.#correctBy(tetherM - this.heightM);
    }
    // A barometer that is right again goes on from here.
    this.#zeroM = barometerM - this.heightM;
  }

  /** Taken as it is: filtered, metres of difference would pass for a climb rate that is none. */
  #startAt(heightM: number): void {
    this.#goesByTether = true;
    this.heightM = heightM;
    this.#biasMps2 = 0;
  }

  #correctBy(error: number): void {
    this.heightM += this.#heightGain * error;
    this.climbRateMps += this.#rateGain * error;
    const biasMps2 = this.#biasMps2 - this.#biasGain * error;
    // What can't be the accelerometer's is a barometer that is wrong: nothing to learn from.
    this.#biasMps2 = Math.max(-this.#maxBiasMps2, Math.min(this.#maxBiasMps2, biasMps2));
  }

  /** The height by the tether is known, too: moves the barometer's zero. To be called with each of its readings. */
  correctZero(barometerM: number, tetherM: number): void {
    this.#zeroM += this.#tetherShare * (barometerM - this.#zeroM - tetherM);
  }

  /** In the cradle: what the barometer says is zero. */
  zero(barometerM: number): void {
    this.#zeroReadings += 1;
    // The plain mean of the first readings, until they are as many as the average is long.
    const share = Math.max(this.#zeroShare, 1 / this.#zeroReadings);
    this.#zeroM += share * (barometerM - this.#zeroM);
    // What was learnt in the last flight may come from a barometer that was wrong.
    this.#biasMps2 = 0;
    this.rest();
  }

  /** In the cradle nothing moves. */
  rest(): void {
    this.heightM = 0;
    this.climbRateMps = 0;
  }
}
