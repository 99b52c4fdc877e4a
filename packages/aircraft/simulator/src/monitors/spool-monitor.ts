import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { lagShare } from '../first-order-lag.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { Debounce } from './debounce.ts';

/** Command and encoder of the winch. */
export interface SpoolReadings {
  readonly commandMps: number;
  readonly measuredM: number;
  /** The motor is powered and commanded to turn. */
  readonly isDriven: boolean;
  /** The Kite is in its cradle. */
  readonly isHome: boolean;
  /** Test at rest: the motor moves briefly now and then, and the encoder must follow. */
  readonly passesTest: boolean;
}

/** Detects a blocked spool: compares the commanded distance with that of its encoder. */
export class SpoolMonitor {
  readonly #limits: SimulatorParameters['spoolMonitor'];
  readonly #winch: SimulatorParameters['winch'];
  readonly #spoolM: number;
  readonly #periodS: number;
  readonly #lagShare: number;
  readonly #mostChangeMps: number;
  readonly #keepShare: number;
  readonly #stuck: Debounce;
  #expectedMps = 0;
  #expectedM = 0;
  #countedM = 0;
  #lastM: number | undefined;

  constructor(parameters: SimulatorParameters, periodS: number) {
    const { spoolMonitor, winch, tether } = parameters;
    this.#limits = spoolMonitor;
    this.#winch = winch;
    this.#spoolM = tether.spoolM;
    this.#periodS = periodS;
    this.#lagShare = lagShare(periodS, winch.lagS);
    this.#mostChangeMps = winch.accelerationMps2 * periodS;
    this.#keepShare = 1 - lagShare(periodS, spoolMonitor.memoryS);
    this.#stuck = new Debounce(spoolMonitor.stuckS, spoolMonitor.clearS, periodS);
  }

  [STATE](archive: StateArchive): void {
    [this.#expectedMps, this.#expectedM] = archive.all(this.#expectedMps, this.#expectedM);
    [this.#countedM, this.#lastM] = archive.all(this.#countedM, this.#lastM);
    archive.in(this.#stuck);
  }

  get isStuck(): boolean {
    return this.#stuck.isSet;
  }

  step(readings: SpoolReadings): void {
    const movedM = Math.abs(readings.measuredM - (this.#lastM ?? readings.measuredM));
    this.#lastM = readings.measuredM;
    if (readings.isHome) {
      this.#forget();
      this.#stuck.note(!readings.passesTest);
      return;
    }
    if (!readings.isDriven) {
      this.#forget();
      return;
    }
    this.#follow(readings, movedM);
    const { leastWayM, stuckShare, freeShare } = this.#limits;
    const isTold = this.#expectedM > leastWayM;
    this.#stuck.note(
      isTold && this.#countedM < stuckShare * this.#expectedM,
      isTold && this.#countedM > freeShare * this.#expectedM,
    );
  }

  /** Distances in both directions add up, so that a command that alternates counts too. */
  #follow({ commandMps, measuredM }: SpoolReadings, movedM: number): void {
    const { maxSpeedMps } = this.#winch;
    const wanted = Math.max(-maxSpeedMps, Math.min(maxSpeedMps, commandMps));
    const change = this.#lagShare * (wanted - this.#expectedMps);
    this.#expectedMps += Math.max(-this.#mostChangeMps, Math.min(this.#mostChangeMps, change));
    const isAtEnd =
      this.#expectedMps < 0 ? measuredM <= this.#limits.endM : measuredM >= this.#spoolM - this.#limits.endM;
    const expectedM = isAtEnd ? 0 : Math.abs(this.#expectedMps) * this.#periodS;
    this.#expectedM = this.#keepShare * this.#expectedM + expectedM;
    this.#countedM = this.#keepShare * this.#countedM + movedM;
  }

  #forget(): void {
    this.#expectedMps = 0;
    this.#expectedM = 0;
    this.#countedM = 0;
  }
}
