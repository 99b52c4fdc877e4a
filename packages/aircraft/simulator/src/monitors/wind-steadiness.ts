import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { lagShare } from '../first-order-lag.ts';
import type { WindEstimate } from '../navigation/wind-estimate.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { Debounce } from './debounce.ts';

/** Whether the wind, as the Kite estimates it, is weak and steady enough for monitors that rely on the tether. */
export class WindSteadiness {
  readonly #limits: SimulatorParameters['estimationMonitor'];
  /** Debounced: as a gust decays, its two means cross each other and agree for a moment. */
  readonly #speed: Debounce;
  readonly #vector: Debounce;
  readonly #meanShare: number;
  #meanEastMps = 0;
  #meanNorthMps = 0;

  constructor({ estimationMonitor, wind }: SimulatorParameters, periodS: number) {
    this.#limits = estimationMonitor;
    this.#meanShare = lagShare(periodS, wind.sustainedTimeS);
    this.#speed = new Debounce(estimationMonitor.steadyS, periodS, periodS);
    this.#vector = new Debounce(estimationMonitor.steadyS, periodS, periodS);
  }

  [STATE](archive: StateArchive): void {
    [this.#meanEastMps, this.#meanNorthMps] = archive.all(this.#meanEastMps, this.#meanNorthMps);
    archive.in(this.#speed, this.#vector);
  }

  get isSpeedSteady(): boolean {
    return this.#speed.isSet;
  }

  get isVectorSteady(): boolean {
    return this.#vector.isSet;
  }

  /** By speed, and by vector: a gust across the wind bows the tether sideways before it changes the speed. */
  step({ eastMps, northMps, speedMps, sustainedMps }: WindEstimate): void {
    const { mostWindMps, steadyMps } = this.#limits;
    this.#meanEastMps += this.#meanShare * (eastMps - this.#meanEastMps);
    this.#meanNorthMps += this.#meanShare * (northMps - this.#meanNorthMps);
    const isWeak = speedMps <= mostWindMps;
    const eastChangeMps = eastMps - this.#meanEastMps;
    const northChangeMps = northMps - this.#meanNorthMps;
    const vectorChangeMps = Math.sqrt(eastChangeMps * eastChangeMps + northChangeMps * northChangeMps);
    this.#speed.note(isWeak && Math.abs(speedMps - sustainedMps) <= steadyMps);
    this.#vector.note(isWeak && vectorChangeMps <= steadyMps);
  }
}
