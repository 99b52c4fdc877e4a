import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { DEG_PER_RAD, RAD_PER_DEG } from '../angle.ts';
import { GaussMarkov } from '../noise/gauss-markov.ts';
import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { Tether } from './tether.ts';

/** The sensor at the tether exit: force and direction. Measures when it is read. */
export class ForceSensor {
  readonly #make: SimulatorParameters['forceSensor'];
  readonly #random: RandomStream;
  readonly #driftEast: GaussMarkov;
  readonly #driftNorth: GaussMarkov;
  /** Fault: repeats its last reading. */
  isFrozen = false;
  /** Fault: no readings. */
  isSilent = false;
  /** Fault: errors of force and of angle, to the east. */
  biasN = 0;
  biasDeg = 0;
  /** Uncompensated rotation of its frame, degrees to the east and to the north. */
  turnEastDeg = 0;
  turnNorthDeg = 0;
  /** Newton. */
  tensionN = 0;
  /** Force and direction are usable: there is a reading, with enough force for a direction. */
  isValid = false;
  /** Measured force, newton. */
  eastN = 0;
  northN = 0;
  upN = 0;
  /** Angle to the vertical, degrees. */
  angleDeg = 0;

  /** @param driftPeriodS time between two calls of `drift` */
  constructor(make: SimulatorParameters['forceSensor'], random: RandomStream, driftPeriodS: number) {
    this.#make = make;
    this.#random = random;
    this.#driftEast = new GaussMarkov(random, make.driftDeg, make.driftTimeS, driftPeriodS);
    this.#driftNorth = new GaussMarkov(random, make.driftDeg, make.driftTimeS, driftPeriodS);
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    archive.in(this.#random, this.#driftEast, this.#driftNorth);
  }

  /** Sine of that angle: horizontal share of the force. 0 without a direction. */
  get levelShare(): number {
    const level2 = this.eastN * this.eastN + this.northN * this.northN;
    return this.isValid && level2 > 0 ? Math.sqrt(level2 / (level2 + this.upN * this.upN)) : 0;
  }

  /** Advances the drift of the zero: slow, so that it is not needed for every reading. */
  drift(): void {
    this.#driftEast.step();
    this.#driftNorth.step();
  }

  read(tether: Tether): void {
    const { noiseN, noiseDeg, leastN } = this.#make;
    const forceNoiseN = noiseN * this.#random.normal();
    const eastDeg = this.turnEastDeg + this.biasDeg + this.#driftEast.value + noiseDeg * this.#random.normal();
    const northDeg = this.turnNorthDeg + this.#driftNorth.value + noiseDeg * this.#random.normal();
    if (this.isSilent) this.isValid = false;
    if (this.isSilent || this.isFrozen) return;
    this.tensionN = Math.max(0, tether.baseTensionN + this.biasN + forceNoiseN);
    this.isValid = this.tensionN >= leastN && tether.baseTensionN > 0;
    if (this.isValid) this.#point(tether, eastDeg * RAD_PER_DEG, northDeg * RAD_PER_DEG);
  }

  /** Rotates the true direction by the errors: first in the plane of east and up, then in that of north and up. */
  #point(tether: Tether, towardsEast: number, towardsNorth: number): void {
    const { baseEastN, baseNorthN, baseUpN, baseTensionN } = tether;
    const scale = this.tensionN / baseTensionN;
    const east = baseEastN * Math.cos(towardsEast) + baseUpN * Math.sin(towardsEast);
    const up = baseUpN * Math.cos(towardsEast) - baseEastN * Math.sin(towardsEast);
    this.eastN = scale * east;
    this.northN = scale * (baseNorthN * Math.cos(towardsNorth) + up * Math.sin(towardsNorth));
    this.upN = scale * (up * Math.cos(towardsNorth) - baseNorthN * Math.sin(towardsNorth));
    const across = Math.sqrt(this.eastN * this.eastN + this.northN * this.northN);
    this.angleDeg = Math.atan2(across, this.upN) * DEG_PER_RAD;
  }
}
