import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { ThermalNode } from '../thermal/thermal-node.ts';
import { Battery, type BatteryMake } from './battery.ts';

interface BackupBatteryMake extends BatteryMake {
  /** Cell voltage under load at which the protection opens. */
  readonly cutOffCellV: number;
  /** Charging current per capacity, 1/h. */
  readonly chargeRatePerH: number;
  /** Temperature above the air at rest. */
  readonly warmthK: number;
  /** A heater keeps it at least as warm while it does not supply. */
  readonly heatedToC: number;
  readonly heatKPerW: number;
  readonly heatJPerK: number;
}

/**
 * A battery with protection, gauge and thermometer. Gauge and thermometer can be made to differ from the true values;
 * a weak cell is really weak.
 */
export class BackupBattery {
  readonly #make: BackupBatteryMake;
  readonly #periodS: number;
  readonly #cells: Battery;
  readonly #heat: ThermalNode;
  /** The protection is open: no output until the battery is charged again. */
  isCutOff = false;
  /** Fixed reading of the gauge. A fault. */
  stuckPercent: number | undefined;
  /** Fixed reading of the thermometer. A fault. */
  stuckTemperatureC: number | undefined;

  constructor(make: BackupBatteryMake, percent: number, ambientC: number, periodS: number) {
    this.#make = make;
    this.#periodS = periodS;
    this.#cells = new Battery(make, percent);
    this.#heat = new ThermalNode(make.heatKPerW, make.heatJPerK, this.#restC(ambientC));
    this.#cells.meet(this.temperatureC);
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    archive.in(this.#cells, this.#heat);
  }

  /** True state of charge. */
  get percent(): number {
    return this.#cells.percent;
  }

  set percent(percent: number) {
    this.#cells.percent = percent;
  }

  /** Voltage loss of its weakest cell. A fault. */
  get missingV(): number {
    return this.#cells.missingV;
  }

  set missingV(missingV: number) {
    this.#cells.missingV = missingV;
  }

  /** Terminal voltage under the present load. */
  get voltageV(): number {
    return this.#cells.voltageV;
  }

  /** Positive while discharging, negative while charging. */
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

  /** Charging power now, watt; 0 when full. */
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

  /** Delivers power for a period. @returns false when it could not */
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

  /** Advances the temperature by one period at the present current. */
  warm(ambientC: number): void {
    this.#heat.step(this.#cells.lossW, this.#restC(ambientC), 1, this.#periodS);
    this.#cells.meet(this.temperatureC);
  }

  /** Temperature that it comes to without a loss. */
  #restC(ambientC: number): number {
    const unheatedC = ambientC + this.#make.warmthK;
    return this.#cells.currentA > 0 ? unheatedC : Math.max(unheatedC, this.#make.heatedToC);
  }

  get #chargingA(): number {
    return this.#make.chargeRatePerH * this.#make.capacityAh;
  }
}
