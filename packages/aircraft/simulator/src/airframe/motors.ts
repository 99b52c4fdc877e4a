import { SEA_LEVEL_DENSITY } from '../air/atmosphere.ts';
import { lagShare } from '../first-order-lag.ts';
import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { DrivenRotors } from '../power/power-supply.ts';
import type { MotorCommand } from './airframe.ts';
import type { MountedRotor } from './motor-frame.ts';

/** A stopping rotor is set to zero below this: a decay into denormal numbers would slow every step down. */
const NOTHING_N = 1e-9;
/**
 * Thrust lost per speed along the axis, times induced speed, as a share: at constant power T (v + w) is constant, with T
 * proportional to the square of v.
 */
const INFLOW_SHARE = 1 / 1.5;

/** Motors and rotors of a frame, each under the command of an autopilot. */
export class Motors implements DrivenRotors {
  readonly #rotor: SimulatorParameters['rotor'];
  readonly #places: readonly MountedRotor[];
  readonly #torqueM: Float64Array;
  #stepS = 0;
  #share = 1;
  #maxThrustN: number;
  #densityKgPerM3 = SEA_LEVEL_DENSITY;
  readonly #expectedN: Float64Array;
  /** Thrust of each, newton. */
  readonly thrustN: Float64Array;
  /** Delivered share of the commanded thrust of each: 1 healthy, 0 dead. A fault. */
  readonly effectiveness: Float64Array;
  totalN = 0;
  /** Moments about the body's axes, newton metres. */
  rollNm = 0;
  pitchNm = 0;
  yawNm = 0;
  /** Moment against rolling and pitching, per rate: a rotor that moves down meets more air and gives more thrust. */
  rollDampingNms = 0;
  pitchDampingNms = 0;

  /** @param random spreads the torques of the rotors */
  constructor(places: readonly MountedRotor[], rotor: SimulatorParameters['rotor'], random: RandomStream) {
    const { maxThrustN, torquePerThrustM, torqueSpread } = rotor;
    const count = places.length;
    this.#rotor = rotor;
    this.#places = places;
    this.#maxThrustN = maxThrustN;
    this.#torqueM = Float64Array.from(
      places,
      ({ torqueSign }) => torqueSign * torquePerThrustM * (1 + torqueSpread * random.normal()),
    );
    this.#expectedN = new Float64Array(count);
    this.thrustN = new Float64Array(count);
    this.effectiveness = new Float64Array(count).fill(1);
  }

  get count(): number {
    return this.#places.length;
  }

  /** In thinner air a motor gives less at full speed. */
  meetAir(densityKgPerM3: number): void {
    this.#densityKgPerM3 = densityKgPerM3;
    this.#maxThrustN = this.#rotor.maxThrustN * (densityKgPerM3 / SEA_LEVEL_DENSITY);
  }

  /** A weak one consumes as much as a healthy one at its command, a dead one nothing. */
  drivenN(index: number): number {
    return this.effectiveness[index] === 0 ? 0 : this.#expectedN[index]!;
  }

  /** @param isPowered without power all stop */
  step(stepS: number, command: MotorCommand, isPowered: boolean): void {
    this.#keepStep(stepS);
    this.#clear();
    const count = this.#places.length;
    for (let index = 0; index < count; index += 1) {
      const wanted = command[index] ?? 0;
      const share = isPowered && wanted > 0 ? Math.min(1, wanted) : 0;
      const expected = this.#expectedN[index]!;
      const next = expected + this.#share * (share * this.#maxThrustN - expected);
      this.#expectedN[index] = next < NOTHING_N ? 0 : next;
      this.#push(index, next < NOTHING_N ? 0 : next * this.effectiveness[index]!);
    }
  }

  #keepStep(stepS: number): void {
    if (stepS === this.#stepS) return;
    this.#stepS = stepS;
    this.#share = lagShare(stepS, this.#rotor.lagS);
  }

  #clear(): void {
    this.totalN = 0;
    this.rollNm = 0;
    this.pitchNm = 0;
    this.yawNm = 0;
    this.rollDampingNms = 0;
    this.pitchDampingNms = 0;
  }

  #push(index: number, thrustN: number): void {
    const { forwardM, rightM } = this.#places[index] as MountedRotor;
    this.thrustN[index] = thrustN;
    if (thrustN === 0) return;
    this.totalN += thrustN;
    this.rollNm -= rightM * thrustN;
    this.pitchNm += forwardM * thrustN;
    this.yawNm += this.#torqueM[index]! * thrustN;
    const discM2 = Math.PI * this.#rotor.radiusM ** 2;
    const inducedMps = Math.sqrt(thrustN / (2 * this.#densityKgPerM3 * discM2));
    const lossNsPerM = (INFLOW_SHARE * thrustN) / inducedMps;
    this.rollDampingNms += lossNsPerM * rightM * rightM;
    this.pitchDampingNms += lossNsPerM * forwardM * forwardM;
  }
}
