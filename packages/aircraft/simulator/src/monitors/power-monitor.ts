import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { lagShare } from '../first-order-lag.ts';
import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** True voltages and current at both ends of the tether. */
export interface LineEnds {
  readonly supplyV: number;
  readonly kiteV: number;
  readonly currentA: number;
}

/**
 * Judges mains and power line by measurements: the voltage at both ends of the tether and the current through it. A
 * line whose voltage drop exceeds that of its warm resistance, or whose resistance jumps, is damaged.
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
  /** Readings, volts and amperes. */
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

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#lowS, this.#excessS, this.#soundS] = archive.all(this.#lowS, this.#excessS, this.#soundS);
    [this.#lastOhm, this.#flickerOhm] = archive.all(this.#lastOhm, this.#flickerOhm);
    this.#wasFlickering = archive.of(this.#wasFlickering);
    archive.in(this.#random);
  }

  /** Readings before the first step are the true values. */
  start({ supplyV, kiteV, currentA }: LineEnds): void {
    this.supplyV = supplyV;
    this.kiteV = kiteV;
    this.currentA = currentA;
  }

  /** A new tether: clears the findings of the old one. */
  renewLine(): void {
    this.#excessS = 0;
    this.#flickerOhm = 0;
    this.#lastOhm = Number.NaN;
    this.#wasFlickering = false;
    this.lineDamaged = false;
  }

  /** @param isKiteHeard the Kite's reading arrives at the Ground Station */
  step(ends: LineEnds, isKiteHeard: boolean): void {
    const { voltageNoiseV, currentNoiseA, mainsS } = this.#limits;
    this.supplyV = this.#read(ends.supplyV, voltageNoiseV);
    this.kiteV = this.#read(ends.kiteV, voltageNoiseV);
    this.currentA = this.#read(ends.currentA, currentNoiseA);
    this.#lowS = this.supplyV < this.#leastSupplyV ? this.#lowS + this.#periodS : 0;
    this.mainPowerLost = this.#lowS >= mainsS - this.#periodS / 2;
    // Without supply or without the other end nothing is known of the line: earlier findings stay.
    if (isKiteHeard && this.#lowS === 0) this.#judgeLine();
  }

  /** A meter shows no negative value. */
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

  /** A line that flickered is cleared under load only: a Kite in its cradle draws too little. */
  get #isUnproven(): boolean {
    return this.#wasFlickering && this.currentA <= this.#limits.leastA;
  }

  #watchFlicker(): void {
    const { leastA } = this.#limits;
    const ohm = this.currentA > leastA ? (this.supplyV - this.kiteV) / this.currentA : Number.NaN;
    const change = Math.abs(ohm - this.#lastOhm);
    this.#lastOhm = ohm;
    // NaN: one of the two readings is missing.
    this.#flickerOhm += this.#flickerShare * ((change >= 0 ? change : 0) - this.#flickerOhm);
  }
}
