import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** Carrier-phase solution of a receiver: none, float (decimetres), or fixed (a centimetre). */
export type RtkState = 'none' | 'float' | 'fixed';

/** Minimum for integer ambiguities: three for the position, one for the clock, one to check. */
const LEAST_SATELLITES = 5;

/** Standard deviation for a CEP (50 %) of 1, horizontal, and for a vertical error (50 %) of 1: normal errors. */
const CEP_SD = 1 / Math.sqrt(2 * Math.LN2);
const R50_SD = 1 / 0.674_489_75;

/** Real-time kinematics of one receiver: state, age of corrections, and size of its errors. */
export class GpsCorrections {
  readonly #rtk: SimulatorParameters['rtk'];
  readonly #fixedHorizontalM: number;
  readonly #fixedVerticalM: number;
  #state: RtkState = 'none';
  #floatS = 0;
  #ageS = Number.POSITIVE_INFINITY;

  /** A receiver that was on before starts with a fixed solution. */
  constructor(rtk: SimulatorParameters['rtk']) {
    this.#rtk = rtk;
    // One part per million of the base line: a millimetre per kilometre.
    const baseLineM = rtk.baseLineKm * rtk.partsPerMillion * 1e-3;
    this.#fixedHorizontalM = CEP_SD * (rtk.fixedCepM + baseLineM);
    this.#fixedVerticalM = R50_SD * (rtk.fixedR50M + baseLineM);
    if (!rtk.isUsed) return;
    this.#state = 'fixed';
    this.#ageS = 0;
  }

  [STATE](archive: StateArchive): void {
    [this.#state, this.#floatS, this.#ageS] = archive.all(this.#state, this.#floatS, this.#ageS);
  }

  get state(): RtkState {
    return this.#state;
  }

  /** Age of the last corrections, seconds; infinite without any. */
  get ageS(): number {
    return this.#ageS;
  }

  /** Standard deviations, metres: each horizontal axis, and height. Not valid without corrections. */
  get horizontalM(): number {
    return this.#state === 'fixed' ? this.#fixedHorizontalM : this.#rtk.floatHorizontalM;
  }

  get verticalM(): number {
    return this.#state === 'fixed' ? this.#fixedVerticalM : this.#rtk.floatVerticalM;
  }

  /**
   * Called after each period.
   * @param isHeard corrections have arrived
   * @param satellites in view, 0 without a fix
   */
  step(isHeard: boolean, satellites: number, periodS: number): void {
    if (!this.#rtk.isUsed) return;
    this.#ageS = isHeard ? 0 : this.#ageS + periodS;
    this.#state = this.#next(satellites);
    this.#floatS = this.#state === 'float' && isHeard ? this.#floatS + periodS : 0;
  }

  /**
   * none -> float as soon as there are corrections; float -> fixed after a time with them; fixed -> float when they
   * age or satellites are lost; any -> none when they are too old or there is no fix.
   */
  #next(satellites: number): RtkState {
    const { timeoutS, fixedAgeS, fixS } = this.#rtk;
    if (this.#ageS > timeoutS || satellites < 4) return 'none';
    const canFix = this.#ageS <= fixedAgeS && satellites >= LEAST_SATELLITES;
    if (!canFix) return 'float';
    if (this.#state === 'fixed') return 'fixed';
    return this.#state === 'float' && this.#floatS >= fixS ? 'fixed' : 'float';
  }
}
