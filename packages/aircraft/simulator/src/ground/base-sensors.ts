import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { DEG_PER_RAD } from '../angle.ts';
import { lagShare } from '../first-order-lag.ts';
import { GaussMarkov } from '../noise/gauss-markov.ts';
import { type RandomStream, randomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { BaseMotion } from './base-motion.ts';

/** The Ground Station's measurements of its own motion: receiver, barometer and inertial sensor. */
export class BaseSensors {
  readonly #make: SimulatorParameters['base'];
  readonly #random: RandomStream;
  readonly #landShare: number;
  readonly #seaShare: number;
  readonly #meanShare: number;
  readonly #errorEast: GaussMarkov;
  readonly #errorNorth: GaussMarkov;
  #eastMps = 0;
  #northMps = 0;
  #isMoving = false;
  #meanUpM = 0;

  constructor(make: SimulatorParameters['base'], seed: number, periodS: number) {
    this.#make = make;
    this.#random = randomStream(seed, 'base motion');
    this.#landShare = lagShare(periodS, make.speedFilterS);
    this.#seaShare = lagShare(periodS, make.seaSpeedFilterS);
    this.#meanShare = lagShare(periodS, make.heightMeanS);
    const attitude = randomStream(seed, 'base attitude');
    this.#errorEast = new GaussMarkov(attitude, make.attitudeErrorDeg, make.attitudeErrorTimeS, periodS);
    this.#errorNorth = new GaussMarkov(attitude, make.attitudeErrorDeg, make.attitudeErrorTimeS, periodS);
  }

  [STATE](archive: StateArchive): void {
    [this.#eastMps, this.#northMps, this.#isMoving] = archive.all(this.#eastMps, this.#northMps, this.#isMoving);
    this.#meanUpM = archive.of(this.#meanUpM);
    archive.in(this.#random, this.#errorEast, this.#errorNorth);
  }

  get isMoving(): boolean {
    return this.#isMoving;
  }

  /** Height relative to the mean of its barometer, metres. */
  heaveM({ upM }: BaseMotion): number {
    return upM - this.#meanUpM;
  }

  /**
   * Rotation of a direction measured in the Ground Station's frame, degrees to the east: the tilt of the deck, or the
   * error of the inertial sensor that compensates it.
   */
  turnEastDeg({ isAtRest, tiltEast }: BaseMotion): number {
    if (isAtRest) return 0;
    return this.#make.correctsTilt ? this.#errorEast.value : -Math.atan(tiltEast) * DEG_PER_RAD;
  }

  turnNorthDeg({ isAtRest, tiltNorth }: BaseMotion): number {
    if (isAtRest) return 0;
    return this.#make.correctsTilt ? this.#errorNorth.value : -Math.atan(tiltNorth) * DEG_PER_RAD;
  }

  /**
   * Detects motion: above a limit the base is moving, until the speed is well below it. At sea the velocity of the
   * waves is averaged out.
   */
  measure({ eastMps, northMps, upM, isAtRest, isAfloat }: BaseMotion): void {
    const { movingAboveMps, clearShare } = this.#make;
    const share = isAfloat ? this.#seaShare : this.#landShare;
    this.#eastMps += share * (this.#noisy(eastMps) - this.#eastMps);
    this.#northMps += share * (this.#noisy(northMps) - this.#northMps);
    const speed = Math.sqrt(this.#eastMps ** 2 + this.#northMps ** 2);
    this.#isMoving = speed > movingAboveMps * (this.#isMoving ? clearShare : 1);
    if (isAtRest) {
      this.#meanUpM = upM;
      return;
    }
    this.#meanUpM += this.#meanShare * (upM - this.#meanUpM);
    this.#errorEast.step();
    this.#errorNorth.step();
  }

  #noisy(speedMps: number): number {
    return speedMps + this.#make.speedNoiseMps * this.#random.normal();
  }
}
