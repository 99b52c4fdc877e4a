import { RAD_PER_DEG } from '../angle.ts';
import { lagShare } from '../first-order-lag.ts';
import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';

/**
 * The Ground Station on something that drives: its speed goes to the wanted one with a limited acceleration. Everything
 * else is told in its frame: the air comes towards it, a Kite in the air stays behind at first.
 */
export class BaseMotion {
  readonly #base: SimulatorParameters['base'];
  readonly #random: RandomStream;
  readonly #periodS: number;
  readonly #measureShare: number;
  #wantedEastMps = 0;
  #wantedNorthMps = 0;
  #isAtRest = true;
  #measuredEastMps = 0;
  #measuredNorthMps = 0;
  #measuresMoving = false;
  /** Where it is, metres from where it was at the start. */
  eastM = 0;
  northM = 0;
  eastMps = 0;
  northMps = 0;
  /** Change of its speed in the last step, m/s. */
  eastStepMps = 0;
  northStepMps = 0;

  constructor(base: SimulatorParameters['base'], random: RandomStream, periodS: number, measurePeriodS: number) {
    this.#base = base;
    this.#random = random;
    this.#periodS = periodS;
    this.#measureShare = lagShare(measurePeriodS, base.speedFilterS);
  }

  get isAtRest(): boolean {
    return this.#isAtRest;
  }

  /** By its own inertial sensor and receiver. */
  get measuresMoving(): boolean {
    return this.#measuresMoving;
  }

  drive(speedMps: number, headingDeg: number): void {
    this.#wantedEastMps = speedMps * Math.sin(headingDeg * RAD_PER_DEG);
    this.#wantedNorthMps = speedMps * Math.cos(headingDeg * RAD_PER_DEG);
    this.#isAtRest = false;
  }

  stop(): void {
    this.#wantedEastMps = 0;
    this.#wantedNorthMps = 0;
  }

  /** One step, at the rate of the controllers. */
  step(): void {
    if (this.#isAtRest) return;
    const most = this.#base.accelerationMps2 * this.#periodS;
    const east = this.#wantedEastMps - this.eastMps;
    const north = this.#wantedNorthMps - this.northMps;
    const missing = Math.sqrt(east * east + north * north);
    const share = missing > most ? most / missing : 1;
    this.eastStepMps = share * east;
    this.northStepMps = share * north;
    this.eastMps += this.eastStepMps;
    this.northMps += this.northStepMps;
    this.eastM += this.eastMps * this.#periodS;
    this.northM += this.northMps * this.#periodS;
    this.#isAtRest = share === 1 && this.#wantedEastMps === 0 && this.#wantedNorthMps === 0;
  }

  /** Measures its speed: what is faster than a limit is moving, until it is well below it. */
  measure(): void {
    const { speedNoiseMps, movingAboveMps, clearShare } = this.#base;
    this.#measuredEastMps += this.#measureShare * (this.#noisy(this.eastMps, speedNoiseMps) - this.#measuredEastMps);
    this.#measuredNorthMps += this.#measureShare * (this.#noisy(this.northMps, speedNoiseMps) - this.#measuredNorthMps);
    const speed = Math.sqrt(this.#measuredEastMps ** 2 + this.#measuredNorthMps ** 2);
    this.#measuresMoving = speed > movingAboveMps * (this.#measuresMoving ? clearShare : 1);
  }

  #noisy(speedMps: number, noiseMps: number): number {
    return speedMps + noiseMps * this.#random.normal();
  }
}
