import { GaussMarkov } from '../noise/gauss-markov.ts';
import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** Error of a position in east, north, up: slow parts, one each, and white noise. */
class SlowError {
  readonly #axes: readonly [GaussMarkov, GaussMarkov, GaussMarkov];

  constructor(random: RandomStream, horizontalM: number, verticalM: number, timeS: number, periodS: number) {
    this.#axes = [
      new GaussMarkov(random, horizontalM, timeS, periodS),
      new GaussMarkov(random, horizontalM, timeS, periodS),
      new GaussMarkov(random, verticalM, timeS, periodS),
    ];
  }

  step(): void {
    for (const axis of this.#axes) axis.step();
  }

  get eastM(): number {
    return this.#axes[0].value;
  }

  get northM(): number {
    return this.#axes[1].value;
  }

  get upM(): number {
    return this.#axes[2].value;
  }
}

/** One receiver's error: what it shares with its neighbour, and its own. */
export class GpsError {
  readonly #common: SlowError;
  readonly #own: SlowError;
  readonly #random: RandomStream;
  readonly #whiteM: number;
  eastM = 0;
  northM = 0;
  upM = 0;

  constructor(common: SlowError, gps: SimulatorParameters['gps'], random: RandomStream, periodS: number) {
    this.#common = common;
    this.#own = new SlowError(random, gps.ownHorizontalM, gps.ownVerticalM, gps.errorTimeS, periodS);
    this.#random = random;
    this.#whiteM = gps.whiteM;
  }

  /** Draws the error of the next measurement. */
  step(): void {
    this.#own.step();
    this.eastM = this.#common.eastM + this.#own.eastM + this.#whiteM * this.#random.normal();
    this.northM = this.#common.northM + this.#own.northM + this.#whiteM * this.#random.normal();
    this.upM = this.#common.upM + this.#own.upM + this.#whiteM * this.#random.normal();
  }
}

/**
 * The errors of the two receivers, Kite and Ground Station. They stand close together: atmosphere and satellites put both
 * off alike, so that the difference is much better than either.
 */
export class GpsErrors {
  readonly #common: SlowError;
  readonly kite: GpsError;
  readonly groundStation: GpsError;

  constructor(gps: SimulatorParameters['gps'], random: RandomStream, periodS: number) {
    this.#common = new SlowError(random, gps.commonHorizontalM, gps.commonVerticalM, gps.errorTimeS, periodS);
    this.kite = new GpsError(this.#common, gps, random, periodS);
    this.groundStation = new GpsError(this.#common, gps, random, periodS);
  }

  /** Moves on the part that both share; each receiver draws its own when it measures. */
  step(): void {
    this.#common.step();
  }
}
