import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { lagShare } from '../first-order-lag.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { Debounce } from './debounce.ts';
import { FrozenReading } from './frozen-reading.ts';

/** Reading of the force sensor, and the force that the Kite feels from the same tether. */
export interface ForceReadings {
  /** Undefined: no reading. */
  readonly tensionN: number | undefined;
  /** Upward part of the force at the base by the sensor; equal to the tension where the sensor has no direction. */
  readonly upN: number;
  /** Weight of the tether that is paid out, newton. */
  readonly weightN: number;
  /** Wind load on it, newton. */
  readonly windLoadN: number;
  /** Downward force on the Kite other than thrust and weight, as the Kite estimates it, newton. */
  readonly feltN: number;
  /** The Kite's estimate is known at the Ground Station. */
  readonly isKiteHeard: boolean;
  /** In a gust, base and Kite feel the swinging tether at different times. */
  readonly isWindSteady: boolean;
  /** The Kite flies, and its figures are a little off: the software can learn the difference. */
  readonly isFlying: boolean;
}

/** Detects implausible readings of the force sensor: missing, frozen, or in contradiction to the Kite's estimate. */
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
  /** The Kite's share of the difference: its true mass and thrust differ from those of its software. */
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

  [STATE](archive: StateArchive): void {
    [this.#excessN, this.#zeroN, this.#zeroReadings] = archive.all(this.#excessN, this.#zeroN, this.#zeroReadings);
    archive.in(this.#frozen, this.#silence, this.#standstill, this.#disagreement);
  }

  get isFaulty(): boolean {
    return this.#silence.isSet || this.#standstill.isSet || this.#disagreement.isSet;
  }

  /** Force by the sensor minus the Kite's estimate, averaged, newton. */
  get excessN(): number {
    return this.#excessN;
  }

  step(readings: ForceReadings): void {
    this.#silence.note(readings.tensionN === undefined);
    if (readings.tensionN === undefined) return;
    this.#watchStandstill(readings.tensionN);
    this.#compare(readings);
  }

  /** A slack tether reads zero for half of the time: there a frozen reading must last longer. */
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

  /**
   * Learns slowly, and no more than the figures can be off by: the rest is the sensor's. Learns nothing from a faulty
   * sensor.
   */
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
