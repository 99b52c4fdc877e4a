import { drawnCurrentA } from './drawn-current.ts';

/**
 * Open-circuit voltage of one lithium polymer cell, volts, at charges evenly spread from 100 % down. Source: the table of
 * ArduPilot's battery model.
 */
const CHARGE_PERCENT = [
  0, 3.85, 7.69, 15.38, 23.08, 30.77, 38.46, 50, 61.54, 69.23, 76.92, 80.77, 84.62, 88.46, 92.31, 96.15, 100,
];
const CELL_V = [
  3.0, 3.091, 3.165, 3.296, 3.462, 3.543, 3.636, 3.742, 3.833, 3.887, 3.943, 3.987, 4.039, 4.071, 4.085, 4.112, 4.173,
];

/** Voltage of a cell at rest, volts. Linear between the table's points; 3.0 V when empty is assumed. */
export function cellVoltageV(percent: number): number {
  let index = 1;
  while (index < CHARGE_PERCENT.length - 1 && percent > CHARGE_PERCENT[index]!) index += 1;
  const low = CHARGE_PERCENT[index - 1]!;
  const high = CHARGE_PERCENT[index]!;
  const share = Math.max(0, Math.min(1, (percent - low) / (high - low)));
  return CELL_V[index - 1]! + share * (CELL_V[index]! - CELL_V[index - 1]!);
}

export interface BatteryMake {
  readonly cells: number;
  readonly capacityAh: number;
  readonly resistanceOhm: number;
}

/** Warmer cells do not give more. */
const WARM_C = 20;
/** Capacity lost per degree below that, as a share: two thirds are left at -20. Typical of lithium polymer. */
const LOST_PER_K = 0.0085;
/** The internal resistance doubles with so many degrees below it. Typical of lithium polymer. */
const DOUBLING_K = 20;

/** A battery of cells in series: counts charge; its voltage sags with the current, and more so in the cold. */
export class Battery {
  readonly #make: BatteryMake;
  percent = 0;
  /** Positive while discharging, negative while charging, ampere. */
  currentA = 0;
  /** Voltage loss of its weakest cell. A fault. */
  missingV = 0;
  /** Degrees below which the cells are warm. */
  coldK = 0;

  constructor(make: BatteryMake, percent: number) {
    this.#make = make;
    this.percent = percent;
  }

  /** Temperature of the cells. */
  meet(temperatureC: number): void {
    this.coldK = Math.max(0, WARM_C - temperatureC);
  }

  get #ohm(): number {
    return this.#make.resistanceOhm * 2 ** (this.coldK / DOUBLING_K);
  }

  get #capacityAh(): number {
    return this.#make.capacityAh * Math.max(LOST_PER_K, 1 - LOST_PER_K * this.coldK);
  }

  /** Terminal voltage without load. */
  get restV(): number {
    return Math.max(0, this.#make.cells * cellVoltageV(this.percent) - this.missingV);
  }

  /** Terminal voltage. */
  get voltageV(): number {
    return this.restV - this.currentA * this.#ohm;
  }

  /** Heat loss, watt. */
  get lossW(): number {
    return this.currentA * this.currentA * this.#ohm;
  }

  /** Current at this power; undefined when the battery cannot deliver it. */
  currentForA(powerW: number): number | undefined {
    return drawnCurrentA(this.restV, this.#ohm, powerW);
  }

  /** Voltage of its weakest cell, the only one with the voltage loss, under load. */
  weakestCellV(currentA: number): number {
    return cellVoltageV(this.percent) - this.missingV - (currentA * this.#ohm) / this.#make.cells;
  }

  /** Discharges (positive) or charges (negative) for a period; stops at empty and at full. */
  step(currentA: number, periodS: number): void {
    const drawnPercent = (100 * currentA * periodS) / (3600 * this.#capacityAh);
    const next = Math.max(0, Math.min(100, this.percent - drawnPercent));
    this.currentA = next === this.percent ? 0 : currentA;
    this.percent = next;
  }
}
