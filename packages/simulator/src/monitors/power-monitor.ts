import { lagShare } from '../first-order-lag.ts';
import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** True voltages and current of the tether's two ends. */
export interface LineEnds {
  readonly supplyV: number;
  readonly kiteV: number;
  readonly currentA: number;
}

/**
 * Judges mains and power line by what is measured: the voltage at both ends of the tether and the current through it. A
 * line that loses more voltage than its resistance can when it is warm, or whose resistance jumps, is damaged.
 */
export class PowerMonitor {
  readonly #limits: SimulatorParameters['powerMonitor'];
  readonly #random: RandomStream;
  readonly #periodS: number;
  readonly #flickerShare: number;
  readonly #leastSupplyV: number;
  readonly #warmestOhm: number;
  #lowS = 0;
  #excessS = 0;
  #soundS = 0;
  #lastOhm = Number.NaN;
  #flickerOhm = 0;
  #wasFlickering = false;
  /** Readings, volts and ampere. */
  supplyV = 0;
  kiteV = 0;
  currentA = 0;
  mainPowerLost = false;
  lineDamaged = false;

  constructor(parameters: SimulatorParameters, random: RandomStream, periodS: number) {
    const { power, powerMonitor } = parameters;
    this.#limits = powerMonitor;
    this.#random = random;
    this.#periodS = periodS;
    this.#flickerShare = lagShare(periodS, powerMonitor.flickerS);
    this.#leastSupplyV = powerMonitor.mainsShare * power.inputVoltageV;
    this.#warmestOhm = powerMonitor.warmestFactor * power.loopOhm;
  }

  /** Readings before the first step are true ones. */
  start({ supplyV, kiteV, currentA }: LineEnds): void {
    this.supplyV = supplyV;
    this.kiteV = kiteV;
    this.currentA = currentA;
  }

  /** Another tether: what was found of the old one is forgotten. */
  renewLine(): void {
    this.#excessS = 0;
    this.#flickerOhm = 0;
    this.#lastOhm = Number.NaN;
    this.#wasFlickering = false;
    this.lineDamaged = false;
  }

  /** @param isKiteHeard whether the Kite's reading arrives at the Ground Station */
  step(ends: LineEnds, isKiteHeard: boolean): void {
    const { voltageNoiseV, currentNoiseA, mainsS } = this.#limits;
    this.supplyV = this.#read(ends.supplyV, voltageNoiseV);
    this.kiteV = this.#read(ends.kiteV, voltageNoiseV);
    this.currentA = this.#read(ends.currentA, currentNoiseA);
    this.#lowS = this.supplyV < this.#leastSupplyV ? this.#lowS + this.#periodS : 0;
    this.mainPowerLost = this.#lowS >= mainsS - this.#periodS / 2;
    // Without a supply, or without the other end, nothing is known of the line: what was found stays.
    if (isKiteHeard && this.#lowS === 0) this.#judgeLine();
  }

  /** A meter shows nothing below zero. */
  #read(value: number, noise: number): number {
    return Math.max(0, value + noise * this.#random.normal());
  }

  #judgeLine(): void {
    const { excessV, excessS, flickerOhm, clearS } = this.#limits;
    const lostV = this.supplyV - this.kiteV - this.#warmestOhm * this.currentA;
    const isExcess = lostV > excessV;
    this.#excessS = isExcess ? this.#excessS + this.#periodS : 0;
    this.#watchFlicker();
    if (this.#flickerOhm > flickerOhm) this.#wasFlickering = true;
    const isUnsound = isExcess || this.#flickerOhm > flickerOhm / 2 || this.#isUnproven;
    this.#soundS = isUnsound ? 0 : this.#soundS + this.#periodS;
    if (this.#excessS >= excessS - this.#periodS / 2 || this.#flickerOhm > flickerOhm) this.lineDamaged = true;
    else if (this.#soundS >= clearS) {
      this.lineDamaged = false;
      this.#wasFlickering = false;
    }
  }

  /** A line that flickered proves itself sound under load alone: a Kite in its cradle draws too little. */
  get #isUnproven(): boolean {
    return this.#wasFlickering && this.currentA <= this.#limits.leastA;
  }

  #watchFlicker(): void {
    const { leastA } = this.#limits;
    const ohm = this.currentA > leastA ? (this.supplyV - this.kiteV) / this.currentA : Number.NaN;
    const change = Math.abs(ohm - this.#lastOhm);
    this.#lastOhm = ohm;
    // Not a number: one of the two readings is missing.
    this.#flickerOhm += this.#flickerShare * ((change >= 0 ? change : 0) - this.#flickerOhm);
  }
}
