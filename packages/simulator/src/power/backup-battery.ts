import { ThermalNode } from '../thermal/thermal-node.ts';
import { Battery, type BatteryMake } from './battery.ts';

export interface BackupBatteryMake extends BatteryMake {
  /** Its protection opens when a cell under load falls below this. */
  readonly cutOffCellV: number;
  /** Charging current per capacity, 1/h. */
  readonly chargeRatePerH: number;
  /** Warmer than the air by this at rest. */
  readonly warmthK: number;
  readonly heatKPerW: number;
  readonly heatJPerK: number;
}

/**
 * A battery with protection, gauge and thermometer. What gauge and thermometer say can be made to differ from what is so;
 * a weak cell is really weak.
 */
export class BackupBattery {
  readonly #make: BackupBatteryMake;
  readonly #periodS: number;
  readonly #cells: Battery;
  readonly #heat: ThermalNode;
  /** The protection has opened: nothing is given until it is charged again. */
  isCutOff = false;
  /** The gauge says this whatever the charge is. A fault. */
  stuckPercent: number | undefined;
  /** The thermometer says this whatever the temperature is. A fault. */
  stuckTemperatureC: number | undefined;

  constructor(make: BackupBatteryMake, percent: number, ambientC: number, periodS: number) {
    this.#make = make;
    this.#periodS = periodS;
    this.#cells = new Battery(make, percent);
    this.#heat = new ThermalNode(make.heatKPerW, make.heatJPerK, ambientC + make.warmthK);
  }

  /** What is really in it. */
  get percent(): number {
    return this.#cells.percent;
  }

  set percent(percent: number) {
    this.#cells.percent = percent;
  }

  /** Voltage that its weakest cell lacks. A fault. */
  get missingV(): number {
    return this.#cells.missingV;
  }

  set missingV(missingV: number) {
    this.#cells.missingV = missingV;
  }

  /** At its terminals, under the load of now. */
  get voltageV(): number {
    return this.#cells.voltageV;
  }

  /** Positive while it gives, negative while it is charged. */
  get currentA(): number {
    return this.#cells.currentA;
  }

  get temperatureC(): number {
    return this.#heat.temperatureC;
  }

  set temperatureC(temperatureC: number) {
    this.#heat.temperatureC = temperatureC;
  }

  get measuredPercent(): number {
    return this.stuckPercent ?? this.percent;
  }

  get measuredTemperatureC(): number {
    return this.stuckTemperatureC ?? this.temperatureC;
  }

  /** What charging takes now, watt; nothing when it is full. */
  get chargingW(): number {
    return this.percent < 100 ? this.#chargingA * this.#cells.restV : 0;
  }

  rest(): void {
    this.#cells.step(0, this.#periodS);
  }

  charge(): void {
    this.#cells.step(-this.#chargingA, this.#periodS);
    this.isCutOff = false;
  }

  /** Gives power for a period. @returns whether it could */
  give(powerW: number): boolean {
    const currentA = this.isCutOff ? undefined : this.#cells.currentForA(powerW);
    if (currentA !== undefined && this.percent > 0 && this.#cells.weakestCellV(currentA) >= this.#make.cutOffCellV) {
      this.#cells.step(currentA, this.#periodS);
      return true;
    }
    this.isCutOff = true;
    this.rest();
    return false;
  }

  /** A period goes by with the current of now. */
  warm(ambientC: number): void {
    this.#heat.step(this.#cells.lossW, ambientC + this.#make.warmthK, 1, this.#periodS);
  }

  get #chargingA(): number {
    return this.#make.chargeRatePerH * this.#make.capacityAh;
  }
}
