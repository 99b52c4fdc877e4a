import { LOWEST_WIND_M } from '../air/wind-profile.ts';

/**
 * How a wind that grows with height as a power loads an upright line, in closed form: what estimators go by. Below the
 * height where the profile ends the wind is the same. Shares are of the load at the top over the whole length.
 */
export class ProfileLoad {
  readonly #exponent: number;
  /** Of the whole load, and of the pair of forces at the ends that carries its moment about the middle. */
  meanShare = 0.5;
  pairShare = 0.5;
  #topM = Number.NaN;

  /** @param exponent of the wind; the load goes by its square */
  constructor(exponent: number) {
    this.#exponent = 2 * exponent;
  }

  /** @param topM height of the top, metres */
  reach(topM: number): void {
    if (topM === this.#topM) return;
    this.#topM = topM;
    const even = Math.min(1, LOWEST_WIND_M / topM);
    const evenLoad = even * even ** this.#exponent;
    this.meanShare = evenLoad + (1 - evenLoad) / (1 + this.#exponent);
    const topShare = (even * evenLoad) / 2 + (1 - even * evenLoad) / (2 + this.#exponent);
    this.pairShare = topShare - this.meanShare / 2;
  }
}

/** What is left of a load when the line that it blows across leans so much at its base and as much back at its top. */
export const leaningShare = (baseSine: number): number => 1 - (baseSine * baseSine) / 3;
