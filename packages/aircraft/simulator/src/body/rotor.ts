import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { SEA_LEVEL_DENSITY } from '../air/atmosphere.ts';
import { DEG_PER_RAD, RAD_PER_DEG } from '../angle.ts';
import { lagShare } from '../first-order-lag.ts';
import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { RotorAllocation } from './rotor-allocation.ts';

export const ROTOR_COUNT = 6;

/** A stopping rotor is set to zero below this: a decay into denormal numbers would slow every step down. */
const NOTHING_N = 1e-9;

/** Position of each rotor seen from above, clockwise from the nose: opposite rotors are three apart. */
const FORWARD = Array.from({ length: ROTOR_COUNT }, (_, index) => Math.cos((30 + 60 * index) * RAD_PER_DEG));
const RIGHT = Array.from({ length: ROTOR_COUNT }, (_, index) => Math.sin((30 + 60 * index) * RAD_PER_DEG));

/**
 * Six rotors, each with the lag of its motor. Adjacent rotors turn in opposite directions, and so do opposite rotors.
 */
export class Rotors {
  readonly #share: number;
  readonly #seaLevelMaxN: number;
  readonly #yawMarginShare: number;
  #maxThrustN: number;
  #densityShare = 1;
  readonly #dpsPerSwingN: number;
  readonly #leanPerN: number;
  readonly #yawPerN: number;
  /** Torque of each rotor per thrust, clockwise for a rotor that turns anticlockwise: near 1 or -1. */
  readonly #turns = Float64Array.from({ length: ROTOR_COUNT }, (_, index) => (index % 2 === 0 ? 1 : -1));
  readonly #spreadDps2PerN: number;
  /** Thrust of each, newton. */
  readonly thrustN = new Float64Array(ROTOR_COUNT);
  /** Thrust of each rotor if it were healthy, newton: its command with the motor's lag. */
  readonly expectedN = new Float64Array(ROTOR_COUNT);
  /** Delivered share of the commanded thrust of each rotor: 1 healthy, 0 dead. A fault. */
  readonly effectiveness = new Float64Array(ROTOR_COUNT).fill(1);
  /** Allocation of the thrust, by what the Kite knows of its motors. */
  readonly allocation: RotorAllocation;
  /** Total thrust along the Kite's vertical axis, newton. */
  totalN = 0;
  /**
   * Angular acceleration about the vertical that the reaction torques can produce, degrees/s^2: each rotor may change
   * by the distance to its nearer limit, or by the margin reserved for it at the upper one.
   */
  yawAuthorityDps2 = 0;
  /** Demanded thrust of all six rotors, newton; limited to what they can give. */
  commandN = 0;
  /** Opposite rotors give unequal thrust; their effect on the tilt, 1/s^2, forward and right. */
  isUneven = false;
  unevenForward = 0;
  unevenRight = 0;
  /** Net torque of all rotors on the heading when none is demanded, degrees/s^2. */
  imbalanceDps2 = 0;

  /**
   * @param yawInertiaKgM2 moment of inertia about the vertical
   * @param random spreads the rotors' properties; absent: all are equal
   */
  constructor(rotor: SimulatorParameters['rotor'], yawInertiaKgM2: number, stepS: number, random?: RandomStream) {
    this.#share = lagShare(stepS, rotor.lagS);
    this.#seaLevelMaxN = rotor.maxThrustN;
    this.#yawMarginShare = rotor.yawMarginShare;
    this.#maxThrustN = rotor.maxThrustN;
    this.#yawPerN = (rotor.torquePerThrustM / yawInertiaKgM2) * DEG_PER_RAD;
    this.#dpsPerSwingN = ROTOR_COUNT * this.#yawPerN;
    this.#leanPerN = rotor.armM / rotor.leanInertiaKgM2;
    let spread = 0;
    for (let index = 0; index < ROTOR_COUNT && random !== undefined; index += 1) {
      const turn = this.#turns[index]!;
      this.#turns[index] = turn * (1 + rotor.torqueSpread * random.normal());
      spread += this.#turns[index]!;
    }
    this.#spreadDps2PerN = (spread / ROTOR_COUNT) * this.#yawPerN;
    this.allocation = new RotorAllocation(rotor.maxThrustN);
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#maxThrustN, this.#densityShare] = archive.all(this.#maxThrustN, this.#densityShare);
    archive.in(this.#turns, this.thrustN, this.expectedN, this.effectiveness, this.allocation);
  }

  /** Air density relative to sea level. At the same speed a rotor gives this share of its thrust. */
  get densityShare(): number {
    return this.#densityShare;
  }

  /** Updates the limits: in thinner air a motor gives less at full speed. Cheap, but too expensive for every step. */
  meetAir(densityKgPerM3: number): void {
    this.#densityShare = densityKgPerM3 / SEA_LEVEL_DENSITY;
    this.#maxThrustN = this.#seaLevelMaxN * this.#densityShare;
    this.allocation.limit(this.#maxThrustN);
  }

  /** Limit of the total thrust as far as the Kite knows, newton. */
  get limitN(): number {
    return this.allocation.limitN;
  }

  /** Without a pair of rotors the heading cannot be held: the remaining ones would tilt the Kite. */
  get isYawFree(): boolean {
    return this.allocation.isPairOut;
  }

  /** Thrust for which a motor consumes power: a weak one as much as a healthy one at its command, a dead one none. */
  drivenN(index: number): number {
    return this.effectiveness[index] === 0 ? 0 : this.expectedN[index]!;
  }

  step(): void {
    const { allocation, expectedN, effectiveness, thrustN } = this;
    if (this.commandN <= 0 && this.totalN < NOTHING_N) {
      this.#standStill();
      return;
    }
    allocation.share(this.commandN);
    let total = 0;
    let healthy = 0;
    for (let index = 0; index < ROTOR_COUNT; index += 1) {
      const expected = expectedN[index]!;
      const next = expected + this.#share * (allocation.commandN[index]! - expected);
      const effective = effectiveness[index]!;
      expectedN[index] = next;
      thrustN[index] = next * effective;
      total += next * effective;
      healthy += effective;
    }
    this.totalN = total;
    const meanN = total / ROTOR_COUNT;
    const leftN = Math.max(this.#yawMarginShare * this.#maxThrustN, this.#maxThrustN - meanN);
    const swingN = allocation.isPairOut ? 0 : Math.max(0, Math.min(meanN, leftN));
    this.yawAuthorityDps2 = this.#dpsPerSwingN * swingN;
    this.isUneven = healthy !== ROTOR_COUNT || !allocation.isWhole;
    if (this.isUneven) this.#weigh();
    else this.imbalanceDps2 = total * this.#spreadDps2PerN;
  }

  /**
   * A rotor with more thrust than the opposite one raises its side and turns the Kite against its own sense of
   * rotation.
   */
  #weigh(): void {
    let forward = 0;
    let right = 0;
    let turn = 0;
    for (let index = 0; index < ROTOR_COUNT; index += 1) {
      const thrust = this.thrustN[index]!;
      forward -= thrust * FORWARD[index]!;
      right -= thrust * RIGHT[index]!;
      turn += thrust * this.#turns[index]!;
    }
    this.unevenForward = forward * this.#leanPerN;
    this.unevenRight = right * this.#leanPerN;
    this.imbalanceDps2 = turn * this.#yawPerN;
  }

  #standStill(): void {
    this.thrustN.fill(0);
    this.expectedN.fill(0);
    this.totalN = 0;
    this.yawAuthorityDps2 = 0;
    this.isUneven = false;
    this.imbalanceDps2 = 0;
  }
}
