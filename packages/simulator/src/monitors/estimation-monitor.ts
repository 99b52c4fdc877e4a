import { lagShare } from '../first-order-lag.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { Debounce } from './debounce.ts';

/** Where the Kite is against the Ground Station, in two ways, metres. */
export interface PlaceReadings {
  readonly gpsEastM: number;
  readonly gpsNorthM: number;
  readonly tetherEastM: number;
  readonly tetherNorthM: number;
  /** How far wind bows the tether to the side: the more, the less it says. */
  readonly bowM: number;
  /** Both are known, and nothing is known to be wrong with what they come from. */
  readonly areComparable: boolean;
  /** In a gust, also one across the wind, the tether swings, and its direction says little. */
  readonly isWindVectorSteady: boolean;
  /** Satellites say that the Kite has jumped, and its own motion does not. */
  readonly hasGpsJumped: boolean;
}

/** Finds a position by satellites that can't be true: it jumps, or is not where the tether leads to. */
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

  get isInconsistent(): boolean {
    return this.#inconsistent.isSet;
  }

  /** From the place by tether to that by satellites, averaged, metres. */
  get differenceM(): number {
    return Math.sqrt(this.#eastM * this.#eastM + this.#northM * this.#northM);
  }

  step(readings: PlaceReadings): void {
    if (readings.hasGpsJumped) this.#inconsistent.set();
    else this.#compare(readings);
  }

  #compare({
    gpsEastM,
    gpsNorthM,
    tetherEastM,
    tetherNorthM,
    bowM,
    areComparable,
    isWindVectorSteady,
  }: PlaceReadings): void {
    if (!areComparable) {
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
