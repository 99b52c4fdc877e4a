import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { type TetherEnd, WHOLE_TETHER } from '../tether/tether-end.ts';
import { copperOhm, drawnCurrentA } from './drawn-current.ts';

/**
 * The pair of wires in the tether. The whole length is always in the loop, including what is on the spool: the
 * resistance does not depend on the height, only on temperature.
 */
export class TetherWires {
  readonly #ohmAt20C: number;
  readonly #dropOutV: number;
  readonly #random: RandomStream;
  readonly #end: TetherEnd;
  /** Contact resistance, ohm. A fault. */
  addedOhm = 0;
  /** Flickering contact: a random resistance up to this at each moment, ohm. A fault. */
  flickerOhm = 0;
  /** Broken wire. A fault. */
  isOpen = false;
  /** Present loop resistance, ohm. */
  loopOhm = 0;
  currentA = 0;
  /** Voltage at the Kite's end, volts. */
  kiteV = 0;
  /** Maximum power at the Kite, watt. */
  limitW = 0;

  constructor(power: SimulatorParameters['power'], random: RandomStream, end: TetherEnd = WHOLE_TETHER) {
    this.#ohmAt20C = power.loopOhm;
    this.#dropOutV = power.dropOutV;
    this.#random = random;
    this.#end = end;
    this.loopOhm = power.loopOhm;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    archive.in(this.#random);
  }

  /** The Kite's converter runs: it has its minimum voltage. */
  get isFeeding(): boolean {
    return this.limitW > 0;
  }

  get lossW(): number {
    return this.currentA * this.currentA * this.loopOhm;
  }

  /** @param wireC mean temperature of the wires */
  meetConditions(supplyV: number, wireC: number): void {
    this.loopOhm = copperOhm(this.#ohmAt20C, wireC) + this.addedOhm;
    if (this.flickerOhm > 0) this.loopOhm += this.flickerOhm * this.#random.uniform();
    const carries = !this.isOpen && !this.#end.isCut && supplyV > this.#dropOutV;
    this.limitW = carries ? (this.#dropOutV * (supplyV - this.#dropOutV)) / this.loopOhm : 0;
  }

  /**
   * Carries power to the Kite. Its converter limits its draw to keep its minimum voltage: beyond that the line would
   * collapse.
   * @returns power that arrives, watt
   */
  carry(supplyV: number, powerW: number): number {
    if (this.limitW <= 0) {
      this.currentA = 0;
      this.kiteV = this.isOpen || this.#end.isCut ? 0 : supplyV;
      return 0;
    }
    const wantedA = drawnCurrentA(supplyV, this.loopOhm, powerW) ?? Number.POSITIVE_INFINITY;
    this.currentA = Math.min(wantedA, (supplyV - this.#dropOutV) / this.loopOhm);
    this.kiteV = supplyV - this.currentA * this.loopOhm;
    return Math.min(powerW, this.limitW);
  }
}
