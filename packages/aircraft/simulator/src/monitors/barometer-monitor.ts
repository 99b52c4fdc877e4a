import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { lagShare } from '../first-order-lag.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { Debounce } from './debounce.ts';
import { FrozenReading } from './frozen-reading.ts';

/** Height by barometer and by tether. */
export interface HeightReadings {
  readonly barometerM: number;
  /** By the tether; undefined where it gives none. */
  readonly tetherM: number | undefined;
  /** Sideways bow of the tether by the wind: the larger, the less accurate. */
  readonly bowM: number;
  /** The Kite is in its cradle with motors off. */
  readonly isHome: boolean;
}

/** Detects a barometer that freezes or drifts: compares its height with that of the tether. */
export class BarometerMonitor {
  readonly #limits: SimulatorParameters['barometerMonitor'];
  readonly #periodS: number;
  readonly #zeroShare: number;
  readonly #share: number;
  readonly #frozen = new FrozenReading();
  readonly #standstill: Debounce;
  readonly #disagreement: Debounce;
  #zeroM: number | undefined;
  #excessM = 0;

  constructor(limits: SimulatorParameters['barometerMonitor'], periodS: number) {
    this.#limits = limits;
    this.#periodS = periodS;
    this.#zeroShare = lagShare(periodS, limits.zeroS);
    this.#share = lagShare(periodS, limits.averageS);
    this.#standstill = new Debounce(periodS, limits.clearS, periodS);
    this.#disagreement = new Debounce(limits.disagreeS, limits.clearS, periodS);
  }

  [STATE](archive: StateArchive): void {
    [this.#zeroM, this.#excessM] = archive.all(this.#zeroM, this.#excessM);
    archive.in(this.#frozen, this.#standstill, this.#disagreement);
  }

  get isFaulty(): boolean {
    return this.#standstill.isSet || this.#disagreement.isSet;
  }

  /** Height by barometer minus height by tether, averaged, metres. */
  get excessM(): number {
    return this.#excessM;
  }

  step({ barometerM, tetherM, bowM, isHome }: HeightReadings): void {
    const sameS = this.#frozen.note(barometerM) * this.#periodS;
    this.#standstill.note(sameS >= this.#limits.frozenS - this.#periodS / 2);
    this.#zeroM ??= barometerM;
    const referenceM = isHome ? 0 : tetherM;
    if (referenceM === undefined) return;
    const excessM = barometerM - this.#zeroM - referenceM;
    this.#compare(excessM, isHome ? 0 : bowM);
    // The zero follows so slowly that a drift in the cradle shows; after a jump it follows in the end.
    if (isHome) this.#zeroM += this.#zeroShare * excessM;
  }

  #compare(excessM: number, bowM: number): void {
    const { disagreeM, disagreeShare, agreeShare } = this.#limits;
    this.#excessM += this.#share * (excessM - this.#excessM);
    const sizeM = Math.abs(this.#excessM);
    const limitM = disagreeM + disagreeShare * bowM;
    this.#disagreement.note(sizeM > limitM, sizeM < agreeShare * limitM);
  }
}
