import { lagShare } from '../first-order-lag.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { Debounce } from './debounce.ts';
import { FrozenReading } from './frozen-reading.ts';

/** What the force sensor says, and what the Kite feels of the same tether. */
export interface ForceReadings {
  /** Undefined: no reading has come. */
  readonly tensionN: number | undefined;
  /** Upward part of the pull on the base, by the sensor; the same as the tension where it has no direction. */
  readonly upN: number;
  /** Weight of the tether that is out, newton. */
  readonly weightN: number;
  /** Load of the wind on it, newton. */
  readonly windLoadN: number;
  /** Pull on the Kite, downwards, as it feels it beside thrust and weight, newton. */
  readonly feltN: number;
  /** What the Kite feels is known at the Ground Station. */
  readonly isKiteHeard: boolean;
  /** In a gust, base and Kite feel the tether swing at different times. */
  readonly isWindSteady: boolean;
  /** The Kite hangs in its thrust, whose figures are a little off: its software can learn by how much. */
  readonly isFlying: boolean;
}

/** Finds readings of the force sensor that can't be true: none, always the same, or not what the Kite feels. */
export class ForceSensorMonitor {
  readonly #limits: SimulatorParameters['forceSensorMonitor'];
  readonly #periodS: number;
  readonly #share: number;
  readonly #zeroShare: number;
  readonly #frozen = new FrozenReading();
  readonly #silence: Debounce;
  readonly #standstill: Debounce;
  readonly #disagreement: Debounce;
  #excessN = 0;
  /** The part of it that is the Kite's: its mass and its thrust are not quite what its software has. */
  #zeroN = 0;
  #zeroReadings = 0;

  constructor(limits: SimulatorParameters['forceSensorMonitor'], periodS: number) {
    this.#limits = limits;
    this.#periodS = periodS;
    this.#share = lagShare(periodS, limits.averageS);
    this.#zeroShare = lagShare(periodS, limits.zeroS);
    this.#silence = new Debounce(limits.silentS, limits.clearS, periodS);
    this.#standstill = new Debounce(periodS, limits.clearS, periodS);
    this.#disagreement = new Debounce(limits.disagreeS, limits.clearS, periodS);
  }

  get isFaulty(): boolean {
    return this.#silence.isSet || this.#standstill.isSet || this.#disagreement.isSet;
  }

  /** By how much the sensor says more than the Kite feels, averaged, newton. */
  get excessN(): number {
    return this.#excessN;
  }

  step(readings: ForceReadings): void {
    this.#silence.note(readings.tensionN === undefined);
    if (readings.tensionN === undefined) return;
    this.#watchStandstill(readings.tensionN);
    this.#compare(readings);
  }

  /** A slack tether reads as nothing at all for half of the time: there it must be so for longer. */
  #watchStandstill(tensionN: number): void {
    const { frozenS, frozenSlackS } = this.#limits;
    const sameS = this.#frozen.note(tensionN) * this.#periodS;
    this.#standstill.note(sameS >= (tensionN === 0 ? frozenSlackS : frozenS) - this.#periodS / 2);
  }

  #compare({ upN, weightN, windLoadN, feltN, isKiteHeard, isWindSteady, isFlying }: ForceReadings): void {
    if (!isKiteHeard) return;
    const excessN = upN + weightN - feltN;
    this.#learnZero(excessN, isFlying);
    this.#excessN += this.#share * (excessN - this.#zeroN - this.#excessN);
    const { disagreeN, disagreePerLoad2, agreeShare } = this.#limits;
    const limitN = disagreeN + disagreePerLoad2 * windLoadN * windLoadN;
    const sizeN = Math.abs(this.#excessN);
    this.#disagreement.note(isWindSteady && sizeN > limitN, sizeN < agreeShare * limitN);
  }

  /** Slowly, and no more than figures can be off by: what remains is the sensor's. Nothing is learnt from a faulty one. */
  #learnZero(excessN: number, isFlying: boolean): void {
    if (!isFlying) {
      this.#zeroN = 0;
      this.#zeroReadings = 0;
      return;
    }
    if (this.isFaulty) return;
    this.#zeroReadings += 1;
    const { mostZeroN } = this.#limits;
    const zeroN = this.#zeroN + Math.max(this.#zeroShare, 1 / this.#zeroReadings) * (excessN - this.#zeroN);
    this.#zeroN = Math.max(-mostZeroN, Math.min(mostZeroN, zeroN));
  }
}
