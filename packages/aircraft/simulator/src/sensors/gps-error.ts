import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { GaussMarkov } from '../noise/gauss-markov.ts';
import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** Position error in east, north, up: one slow part each, and white noise. */
class SlowError {
  readonly #axes: readonly [GaussMarkov, GaussMarkov, GaussMarkov];

  constructor(random: RandomStream, horizontalM: number, verticalM: number, timeS: number, periodS: number) {
    this.#axes = [
      new GaussMarkov(random, horizontalM, timeS, periodS),
      new GaussMarkov(random, horizontalM, timeS, periodS),
      new GaussMarkov(random, verticalM, timeS, periodS),
    ];
  }

  [STATE](archive: StateArchive): void {
    archive.in(this.#axes);
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

/** Drifting and white shares of a carrier-phase error: their squares add up to 1. */
const WANDERS = 0.8;
const IS_WHITE = 0.6;

/** Multipath affects the height more than the horizontal position: all satellites are above. Typical. */
const REFLECTED_UP = 1.5;

/** Error of one receiver: its own, and the common one; for code or carrier-phase positioning. */
export class GpsError {
  readonly #common: SlowError;
  readonly #own: SlowError;
  /** Unit standard deviation. */
  readonly #reflected: SlowError;
  readonly #phase: SlowError;
  readonly #random: RandomStream;
  readonly #whiteM: number;
  /** Satellite geometry relative to the usual one. */
  dilutionHorizontal = 1;
  dilutionVertical = 1;
  /** Standard deviation of multipath for each horizontal axis, metres. */
  reflectedM = 0;
  /** Carrier-phase positioning: standard deviations of the residual error, metres. */
  goesByPhases = false;
  phaseHorizontalM = 0;
  phaseVerticalM = 0;
  eastM = 0;
  northM = 0;
  upM = 0;

  constructor(
    common: SlowError,
    gps: SimulatorParameters['gps'],
    random: RandomStream,
    skyRandom: RandomStream,
    periodS: number,
  ) {
    this.#common = common;
    this.#own = new SlowError(random, gps.ownHorizontalM, gps.ownVerticalM, gps.errorTimeS, periodS);
    this.#reflected = new SlowError(skyRandom, 1, REFLECTED_UP, gps.reflectedTimeS, periodS);
    this.#phase = new SlowError(skyRandom, WANDERS, WANDERS, gps.errorTimeS, periodS);
    this.#random = random;
    this.#whiteM = gps.whiteM;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    archive.in(this.#common, this.#own, this.#reflected, this.#phase, this.#random);
  }

  /** Draws the error of the next measurement. */
  step(): void {
    this.#own.step();
    this.#reflected.step();
    const whiteEast = this.#random.normal();
    const whiteNorth = this.#random.normal();
    const whiteUp = this.#random.normal();
    if (this.goesByPhases) this.#stepPhases(whiteEast, whiteNorth, whiteUp);
    else this.#stepCodes(whiteEast, whiteNorth, whiteUp);
  }

  #stepCodes(whiteEast: number, whiteNorth: number, whiteUp: number): void {
    const { dilutionHorizontal, dilutionVertical, reflectedM } = this;
    const common = this.#common;
    const own = this.#own;
    const reflected = this.#reflected;
    const whiteM = this.#whiteM;
    this.eastM = dilutionHorizontal * (common.eastM + own.eastM) + reflectedM * reflected.eastM + whiteM * whiteEast;
    this.northM =
      dilutionHorizontal * (common.northM + own.northM) + reflectedM * reflected.northM + whiteM * whiteNorth;
    this.upM = dilutionVertical * (common.upM + own.upM) + reflectedM * reflected.upM + whiteM * whiteUp;
  }

  #stepPhases(whiteEast: number, whiteNorth: number, whiteUp: number): void {
    this.#phase.step();
    this.eastM = this.phaseHorizontalM * (this.#phase.eastM + IS_WHITE * whiteEast);
    this.northM = this.phaseHorizontalM * (this.#phase.northM + IS_WHITE * whiteNorth);
    this.upM = this.phaseVerticalM * (this.#phase.upM + IS_WHITE * whiteUp);
  }
}

/**
 * The errors of both receivers, Kite and Ground Station. They are close together: atmosphere and satellites affect
 * both alike, so that the difference is much better than either.
 */
export class GpsErrors {
  readonly #common: SlowError;
  readonly kite: GpsError;
  readonly groundStation: GpsError;

  /** @param skyRandom stream for obstructions and corrections */
  constructor(gps: SimulatorParameters['gps'], random: RandomStream, skyRandom: RandomStream, periodS: number) {
    this.#common = new SlowError(random, gps.commonHorizontalM, gps.commonVerticalM, gps.errorTimeS, periodS);
    this.kite = new GpsError(this.#common, gps, random, skyRandom, periodS);
    this.groundStation = new GpsError(this.#common, gps, random, skyRandom, periodS);
  }

  [STATE](archive: StateArchive): void {
    archive.in(this.#common, this.kite, this.groundStation);
  }

  /** Advances the common error; each receiver draws its own when it measures. */
  step(): void {
    this.#common.step();
  }
}
