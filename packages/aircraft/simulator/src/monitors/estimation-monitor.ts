import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { lagShare } from '../first-order-lag.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { Debounce } from './debounce.ts';

/** Position of the Kite relative to the Ground Station by two methods, metres. */
export interface PlaceReadings {
  readonly gpsEastM: number;
  readonly gpsNorthM: number;
  readonly tetherEastM: number;
  readonly tetherNorthM: number;
  /** Sideways bow of the tether by the wind: the larger, the less accurate. */
  readonly bowM: number;
  /** Both positions are known, and no fault of their sources is known. */
  readonly areComparable: boolean;
  /** In a gust, also one across the wind, the tether swings, and its direction is inaccurate. */
  readonly isWindVectorSteady: boolean;
  /** The GPS position has jumped, but the inertial estimate has not. */
  readonly hasGpsJumped: boolean;
}

/** Detects an implausible GPS position: it jumps, or contradicts the position by the tether. */
export class EstimationMonitor {
  readonly #limits: SimulatorParameters['estimationMonitor'];
  readonly #share: number;
  readonly #inconsistent: Debounce;
  #eastM = 0;
  #northM = 0;

  constructor(limits: SimulatorParameters['estimationMonitor'], periodS: number) {
    this.#limits = limits;
    this.#share = lagShare(periodS, limits.averageS);
    this.#inconsistent = new Debounce(limits.disagreeS, limits.clearS, periodS);
  }

  [STATE](archive: StateArchive): void {
    [this.#eastM, this.#northM] = archive.all(this.#eastM, this.#northM);
    archive.in(this.#inconsistent);
  }

  get isInconsistent(): boolean {
    return this.#inconsistent.isSet;
  }

  /** Distance between the positions by tether and by GPS, averaged, metres. */
  get differenceM(): number {
    return Math.sqrt(this.#eastM * this.#eastM + this.#northM * this.#northM);
  }

  /** @param isSpoolStuck the length of the tether, and with it the position by tether, is unknown */
  step(readings: PlaceReadings, isSpoolStuck: boolean): void {
    if (readings.hasGpsJumped) this.#inconsistent.set();
    else this.#compare(readings, isSpoolStuck);
  }

  #compare(readings: PlaceReadings, isSpoolStuck: boolean): void {
    const { gpsEastM, gpsNorthM, tetherEastM, tetherNorthM, bowM, areComparable, isWindVectorSteady } = readings;
    if (!areComparable || isSpoolStuck) {
      this.#eastM = 0;
      this.#northM = 0;
      this.#inconsistent.note(false);
      return;
    }
    this.#eastM += this.#share * (gpsEastM - tetherEastM - this.#eastM);
    this.#northM += this.#share * (gpsNorthM - tetherNorthM - this.#northM);
    const { disagreeM, disagreeShare, agreeShare } = this.#limits;
    const differenceM = this.differenceM;
    const limitM = disagreeM + disagreeShare * bowM;
    this.#inconsistent.note(isWindVectorSteady && differenceM > limitM, differenceM < agreeShare * limitM);
  }
}
