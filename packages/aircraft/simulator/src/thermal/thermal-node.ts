import { lagShare } from '../first-order-lag.ts';

/**
 * A heat capacity with a thermal resistance to its surroundings. Exact for constant loss and surroundings during the
 * step.
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

  /** @param resistanceFactor on the thermal resistance: below 1 in moving air, above 1 when obstructed */
  step(lossW: number, surroundingsC: number, resistanceFactor: number, periodS: number): void {
    const resistance = this.#resistanceKPerW * resistanceFactor;
    const settledC = surroundingsC + resistance * lossW;
    this.temperatureC += lagShare(periodS, resistance * this.#capacityJPerK) * (settledC - this.temperatureC);
  }
}
