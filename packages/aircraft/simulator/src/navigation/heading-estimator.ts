import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { wrap180 } from '../angle.ts';
import { lagShare } from '../first-order-lag.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { Compass } from './compass.ts';

/**
 * Heading estimate on board, unwrapped: the gyro is integrated, the compass corrects it slowly. When the compass
 * contradicts the gyro, or measures a field of the wrong strength, it is disturbed: then the gyro continues alone.
 */
export class HeadingEstimator {
  readonly #compass: SimulatorParameters['compass'];
  readonly #share: number;
  readonly #periodS: number;
  #disagreesS = 0;
  /** Degrees, unwrapped. The gyro's increments are added at every step. */
  headingDeg = 0;
  isDisturbed = false;

  constructor(parameters: SimulatorParameters, compassPeriodS: number) {
    this.#compass = parameters.compass;
    this.#share = lagShare(compassPeriodS, parameters.inertial.headingFilterS);
    this.#periodS = compassPeriodS;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    this.#disagreesS = archive.of(this.#disagreesS);
  }

  /** Starts from the compass, as at power-on, at the turn nearest to North. */
  start(compassDeg: number): void {
    this.headingDeg = wrap180(compassDeg);
    this.#disagreesS = 0;
    this.isDisturbed = false;
  }

  /** @param isTurning false in the cradle, where the heading is known to be constant */
  correct(compass: Pick<Compass, 'headingDeg' | 'fieldUt' | 'expectedUt'>, isTurning: boolean): void {
    const { fieldTolerance, headingToleranceDeg, headingToleranceS } = this.#compass;
    const error = wrap180(compass.headingDeg - this.headingDeg);
    const isFieldRight = Math.abs(compass.fieldUt / compass.expectedUt - 1) <= fieldTolerance;
    const agrees = Math.abs(error) <= headingToleranceDeg;
    this.#disagreesS = agrees ? 0 : this.#disagreesS + this.#periodS;
    this.isDisturbed = !isFieldRight || this.#disagreesS >= headingToleranceS;
    if (isTurning && agrees && isFieldRight) this.headingDeg += this.#share * error;
  }
}
