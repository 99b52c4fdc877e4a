import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import { lagShare } from '../first-order-lag.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { Battery } from './battery.ts';

/**
 * Backup batteries and the warmth of the motors. While the main power is there it carries everything and charges both
 * batteries; what happens without it is not simulated yet.
 */
export class PowerSupply {
  readonly #parameters: SimulatorParameters;
  readonly #periodS: number;
  readonly #weightN: number;
  readonly #warmingShare: number;
  readonly kiteBattery: Battery;
  readonly groundStationBattery: Battery;
  isMainPowerPresent = true;
  motorC: number;

  constructor(parameters: SimulatorParameters, periodS: number) {
    const { power, thermal, kite, site } = parameters;
    this.#parameters = parameters;
    this.#periodS = periodS;
    this.#weightN = kite.massKg * GRAVITY_MPS2;
    this.#warmingShare = lagShare(periodS, thermal.resistanceKPerW * thermal.capacityJPerK);
    this.motorC = site.ambientC;
    this.kiteBattery = new Battery(
      { cells: power.kiteCells, capacityAh: power.kiteCapacityAh, resistanceOhm: power.kiteResistanceOhm },
      power.initialPercent,
    );
    this.groundStationBattery = new Battery(
      {
        cells: power.groundStationCells,
        capacityAh: power.groundStationCapacityAh,
        resistanceOhm: power.groundStationResistanceOhm,
      },
      power.initialPercent,
    );
  }

  /** Both batteries are a little warmer than the air. */
  get batteryC(): number {
    return this.#parameters.site.ambientC + this.#parameters.power.batteryWarmthK;
  }

  step(thrustN: number): void {
    const { power, thermal, site } = this.#parameters;
    if (this.isMainPowerPresent) {
      this.kiteBattery.step(-power.chargeRatePerH * power.kiteCapacityAh, this.#periodS);
      this.groundStationBattery.step(-power.chargeRatePerH * power.groundStationCapacityAh, this.#periodS);
    }
    // Induced power, and with it the loss, grows with the thrust to the power of 3/2.
    const lossW = thermal.hoverLossW * (thrustN / this.#weightN) ** 1.5;
    const settledC = site.ambientC + thermal.resistanceKPerW * lossW;
    this.motorC += this.#warmingShare * (settledC - this.motorC);
  }
}
