import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { GaussMarkov } from '../noise/gauss-markov.ts';
import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';

const PA_PER_HPA = 100;
const S_PER_H = 3600;

/** Weather pressure at the site: a tendency that drifts, and an optional cold front. */
export class WeatherPressure {
  readonly #pressure: SimulatorParameters['pressure'];
  readonly #tendency: GaussMarkov;
  readonly #periodS: number;
  #wanderedPa = 0;
  #timeS = 0;
  /** Change since the start, pascal. */
  changePa = 0;

  constructor(pressure: SimulatorParameters['pressure'], random: RandomStream, periodS: number) {
    this.#pressure = pressure;
    this.#periodS = periodS;
    const sigma = (pressure.tendencyHpaPerH * PA_PER_HPA) / S_PER_H;
    this.#tendency = new GaussMarkov(random, sigma, pressure.tendencyTimeS, periodS);
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#wanderedPa, this.#timeS] = archive.all(this.#wanderedPa, this.#timeS);
    archive.in(this.#tendency);
  }

  step(): void {
    this.#timeS += this.#periodS;
    this.#tendency.step();
    this.#wanderedPa += this.#tendency.value * this.#periodS;
    this.changePa = this.#wanderedPa + this.#frontPa();
  }

  /** Falls at a constant rate until the front passes, then rises within minutes. */
  #frontPa(): number {
    const { frontAfterS, frontFallHpaPerH, frontRiseHpa, frontRiseS } = this.#pressure;
    if (frontAfterS === 0) return 0;
    const fallenH = Math.min(this.#timeS, frontAfterS) / S_PER_H;
    const risen = Math.max(0, Math.min(1, (this.#timeS - frontAfterS) / frontRiseS));
    return PA_PER_HPA * (frontRiseHpa * risen - frontFallHpaPerH * fallenH);
  }
}
