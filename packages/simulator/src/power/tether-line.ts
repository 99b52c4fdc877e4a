import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { copperOhm, drawnCurrentA } from './drawn-current.ts';

/**
 * The pair of wires in the tether. The whole length is always in the loop, also what is still on the spool: the
 * resistance does not depend on the height, only on the warmth.
 */
export class TetherLine {
  readonly #ohmAt20C: number;
  readonly #dropOutV: number;
  readonly #random: RandomStream;
  /** A bad contact: so much more, ohm. A fault. */
  addedOhm = 0;
  /** A contact that flickers: at each moment anything up to so much more, ohm. A fault. */
  flickerOhm = 0;
  /** A wire is broken. A fault. */
  isOpen = false;
  /** The tether is cut, and the wires in it. */
  isCut = false;
  /** Of the loop now, ohm. */
  loopOhm = 0;
  currentA = 0;
  /** At the Kite's end, volts. */
  kiteV = 0;
  /** That the line would bring to the Kite, at most, watt. */
  limitW = 0;

  constructor(power: SimulatorParameters['power'], random: RandomStream) {
    this.#ohmAt20C = power.loopOhm;
    this.#dropOutV = power.dropOutV;
    this.#random = random;
    this.loopOhm = power.loopOhm;
  }

  get lossW(): number {
    return this.currentA * this.currentA * this.loopOhm;
  }

  /** @param wireC mean temperature of the wires */
  meetConditions(supplyV: number, wireC: number): void {
    this.loopOhm = copperOhm(this.#ohmAt20C, wireC) + this.addedOhm;
    if (this.flickerOhm > 0) this.loopOhm += this.flickerOhm * this.#random.uniform();
    const carries = !this.isOpen && !this.isCut && supplyV > this.#dropOutV;
    this.limitW = carries ? (this.#dropOutV * (supplyV - this.#dropOutV)) / this.loopOhm : 0;
  }

  /**
   * Brings power to the Kite. Its converter draws no more than leaves it the voltage that it needs: beyond that the
   * line would collapse.
   * @returns what arrives, watt
   */
  carry(supplyV: number, powerW: number): number {
    if (this.limitW <= 0) {
      this.currentA = 0;
      this.kiteV = this.isOpen || this.isCut ? 0 : supplyV;
      return 0;
    }
    const wantedA = drawnCurrentA(supplyV, this.loopOhm, powerW) ?? Number.POSITIVE_INFINITY;
    this.currentA = Math.min(wantedA, (supplyV - this.#dropOutV) / this.loopOhm);
    this.kiteV = supplyV - this.currentA * this.loopOhm;
    return Math.min(powerW, this.limitW);
  }
}
