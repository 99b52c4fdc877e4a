import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { POWER_LAW_FROM_M } from '../air/wind-profile.ts';

/**
 * Load of a power-law wind profile on a vertical line, in closed form, for estimators. Below the height where the
 * power law begins the wind is taken as constant. Shares are relative to the load at the top over the whole length.
 */
export class ProfileLoad {
  readonly #exponent: number;
  /** Share of the total load, and of the force couple at the ends that carries its moment about the middle. */
  meanShare = 0.5;
  pairShare = 0.5;
  #topM = Number.NaN;

  /** @param exponent of the wind; the load goes with its square */
  constructor(exponent: number) {
    this.#exponent = 2 * exponent;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    this.#topM = archive.of(this.#topM);
  }

  /** @param topM height of the top, metres */
  reach(topM: number): void {
    if (topM === this.#topM) return;
    this.#topM = topM;
    const even = Math.min(1, POWER_LAW_FROM_M / topM);
    const evenLoad = even * even ** this.#exponent;
    this.meanShare = evenLoad + (1 - evenLoad) / (1 + this.#exponent);
    const topShare = (even * evenLoad) / 2 + (1 - even * evenLoad) / (2 + this.#exponent);
    this.pairShare = topShare - this.meanShare / 2;
  }
}

/** Share of the load on a line with this slope at its base and the opposite one at its top. */
export const leaningShare = (baseSine: number): number => 1 - (baseSine * baseSine) / 3;
