import { lagShare } from '../first-order-lag.ts';

/**
 * A thing that stores heat and gives it to what surrounds it. Exact for a loss and surroundings that are constant over
 * the step.
 */
export class ThermalNode {
  readonly #resistanceKPerW: number;
  readonly #capacityJPerK: number;
  temperatureC = 0;

  constructor(resistanceKPerW: number, capacityJPerK: number, temperatureC: number) {
    this.#resistanceKPerW = resistanceKPerW;
    this.#capacityJPerK = capacityJPerK;
    this.temperatureC = temperatureC;
  }

  /** @param resistanceFactor of the way to the surroundings: below 1 in moving air, above 1 when it is clogged */
  step(lossW: number, surroundingsC: number, resistanceFactor: number, periodS: number): void {
    const resistance = this.#resistanceKPerW * resistanceFactor;
    const settledC = surroundingsC + resistance * lossW;
    this.temperatureC += lagShare(periodS, resistance * this.#capacityJPerK) * (settledC - this.temperatureC);
  }
}
