import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { lagShare } from '../first-order-lag.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** Averaging time of the barometer's zero in the cradle. */
const ZERO_TIME_S = 5;

/**
 * Height and climb rate on board: the accelerometer is integrated, the barometer corrects the result and the
 * accelerometer's bias. A fixed-gain filter with three equal poles. In the cradle the height is zero, and the
 * barometer is zeroed; in flight the length of the tether removes the drift.
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
  /** The barometer has failed: only the tether gives the height. Set by a monitor. */
  distrustsBarometer = false;

  /** @param tetherTimeS time constant with which the height by the tether corrects the barometer */
  constructor(inertial: SimulatorParameters['inertial'], tetherTimeS: number, barometerPeriodS: number) {
    const pole = inertial.heightFilterRadps;
    this.#heightGain = 3 * pole * barometerPeriodS;
    this.#rateGain = 3 * pole ** 2 * barometerPeriodS;
    this.#biasGain = pole ** 3 * barometerPeriodS;
    this.#maxBiasMps2 = inertial.maxBiasMps2;
    this.#zeroShare = lagShare(barometerPeriodS, ZERO_TIME_S);
    this.#tetherShare = lagShare(barometerPeriodS, tetherTimeS);
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#zeroM, this.#zeroReadings, this.#biasMps2] = archive.all(this.#zeroM, this.#zeroReadings, this.#biasMps2);
    this.#goesByTether = archive.of(this.#goesByTether);
  }

  /** @param accelerationMps2 measured vertical acceleration without gravity */
  predict(accelerationMps2: number, periodS: number): void {
    this.climbRateMps += (accelerationMps2 - this.#biasMps2) * periodS;
    this.heightM += this.climbRateMps * periodS;
  }

  /** In flight, at each barometer reading. @param tetherM height by the tether, if known */
  measure(barometerM: number, tetherM: number | undefined): void {
    if (this.distrustsBarometer) {
      this.correctByTether(barometerM, tetherM);
      return;
    }
    if (tetherM !== undefined) this.correctZero(barometerM, tetherM);
    this.correct(barometerM);
  }

  correct(barometerM: number): void {
    this.#goesByTether = false;
    this.#correctBy(barometerM - this.#zeroM - this.heightM);
  }

  /**
   * Replaces a failed barometer, at each of its readings: height by the tether; while there is none, the accelerometer
   * continues alone.
   */
  correctByTether(barometerM: number, tetherM: number | undefined): void {
    if (tetherM !== undefined) {
      if (!this.#goesByTether) this.#startAt(tetherM);
      this.#correctBy(tetherM - this.heightM);
    }
    // A barometer that works again continues from here.
    this.#zeroM = barometerM - this.heightM;
  }

  /** Taken unfiltered: the filter would turn metres of difference into a false climb rate. */
  #startAt(heightM: number): void {
    this.#goesByTether = true;
    this.heightM = heightM;
    this.#biasMps2 = 0;
  }

  #correctBy(error: number): void {
    this.heightM += this.#heightGain * error;
    this.climbRateMps += this.#rateGain * error;
    const biasMps2 = this.#biasMps2 - this.#biasGain * error;
    // A larger bias cannot be the accelerometer's; it comes from a faulty barometer and is not learned.
    this.#biasMps2 = Math.max(-this.#maxBiasMps2, Math.min(this.#maxBiasMps2, biasMps2));
  }

  /** The height by the tether is known: corrects the barometer's zero. Called with each barometer reading. */
  correctZero(barometerM: number, tetherM: number): void {
    this.#zeroM += this.#tetherShare * (barometerM - this.#zeroM - tetherM);
  }

  /** In the cradle: sets the present barometer reading to zero. */
  zero(barometerM: number): void {
    this.#zeroReadings += 1;
    // A plain mean of the first readings, until there are as many as in the averaging time.
    const share = Math.max(this.#zeroShare, 1 / this.#zeroReadings);
    this.#zeroM += share * (barometerM - this.#zeroM);
    // The bias learned in the last flight may come from a faulty barometer.
    this.#biasMps2 = 0;
    this.rest();
  }

  /** In the cradle nothing moves. */
  rest(): void {
    this.heightM = 0;
    this.climbRateMps = 0;
  }
}
