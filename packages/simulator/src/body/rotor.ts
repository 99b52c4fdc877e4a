import { SEA_LEVEL_DENSITY } from '../air/atmosphere.ts';
import { DEG_PER_RAD, RAD_PER_DEG } from '../angle.ts';
import { lagShare } from '../first-order-lag.ts';
import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { RotorAllocation } from './rotor-allocation.ts';

export const ROTOR_COUNT = 6;

/** A stopping rotor ends here: a decay that went on to the smallest numbers would slow every step down. */
const NOTHING_N = 1e-9;

/** Place of each rotor seen from above, clockwise from the nose: pairs that face each other are three apart. */
const FORWARD = Array.from({ length: ROTOR_COUNT }, (_, index) => Math.cos((30 + 60 * index) * RAD_PER_DEG));
const RIGHT = Array.from({ length: ROTOR_COUNT }, (_, index) => Math.sin((30 + 60 * index) * RAD_PER_DEG));

/** Six rotors, each with the lag of its motor. Neighbours turn in opposite ways, so do rotors that face each other. */
export class Rotors {
  readonly #share: number;
  readonly #seaLevelMaxN: number;
  readonly #yawMarginShare: number;
  #maxThrustN: number;
  #densityShare = 1;
  readonly #dpsPerSwingN: number;
  readonly #leanPerN: number;
  readonly #yawPerN: number;
  /** Torque of each per thrust, clockwise where it turns anticlockwise: near 1 or -1. */
  readonly #turns = Float64Array.from({ length: ROTOR_COUNT }, (_, index) => (index % 2 === 0 ? 1 : -1));
  readonly #spreadDps2PerN: number;
  /** Thrust of each, newton. */
  readonly thrustN = new Float64Array(ROTOR_COUNT);
  /** What each would give if it were healthy, newton: its command with the lag of its motor. */
  readonly expectedN = new Float64Array(ROTOR_COUNT);
  /** Share of the commanded thrust that each gives: 1 is a healthy motor, 0 a dead one. A fault. */
  readonly effectiveness = new Float64Array(ROTOR_COUNT).fill(1);
  /** How the Kite shares the thrust out, by what it knows of its motors. */
  readonly allocation: RotorAllocation;
  /** Newton, along the Kite's own vertical. */
  totalN = 0;
  /**
   * Angular acceleration about the vertical that the reaction torques can give, degrees/s^2: every rotor may go up or
   * down by what is left to its nearer limit, or by the margin that is kept for it at the upper one.
   */
  yawAuthorityDps2 = 0;
  /** Wanted thrust of all six together, newton; limited to what they can give. */
  commandN = 0;
  /** Rotors that face each other differ: what this does to lean, 1/s^2, forward and right. */
  isUneven = false;
  unevenForward = 0;
  unevenRight = 0;
  /** What the torques of all do to the heading although they were to do nothing, degrees/s^2. */
  imbalanceDps2 = 0;

  /**
   * @param yawInertiaKgM2 moment of inertia about the vertical
   * @param random decides by how much each differs from its kind; none does without
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
      const turn = this.#turns[index] as number;
      this.#turns[index] = turn * (1 + rotor.torqueSpread * random.normal());
      spread += this.#turns[index] as number;
    }
    this.#spreadDps2PerN = (spread / ROTOR_COUNT) * this.#yawPerN;
    this.allocation = new RotorAllocation(rotor.maxThrustN);
  }

  /** Density of the air, share of that at sea level. At the same speed a rotor gives so much of its thrust. */
  get densityShare(): number {
    return this.#densityShare;
  }

  /** In thinner air a motor at its greatest speed gives less. Cheap, but not for every step. */
  meetAir(densityKgPerM3: number): void {
    this.#densityShare = densityKgPerM3 / SEA_LEVEL_DENSITY;
    this.#maxThrustN = this.#seaLevelMaxN * this.#densityShare;
    this.allocation.limit(this.#maxThrustN);
  }

  /** What they give together at most, as far as the Kite knows, newton. */
  get limitN(): number {
    return this.allocation.limitN;
  }

  /** With a pair of rotors stopped, no heading can be held: those that are left would have to lean the Kite. */
  get isYawFree(): boolean {
    return this.allocation.isPairOut;
  }

  /** The thrust that a motor spends its power on: a weak one as much as a healthy one at its command, a dead one none. */
  drivenN(index: number): number {
    return this.effectiveness[index] === 0 ? 0 : (this.expectedN[index] as number);
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
      const expected = expectedN[index] as number;
      const next = expected + this.#share * ((allocation.commandN[index] as number) - expected);
      const effective = effectiveness[index] as number;
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

  /** A rotor that gives more than the one that faces it raises its own side and turns the Kite against its own turning. */
  #weigh(): void {
    let forward = 0;
    let right = 0;
    let turn = 0;
    for (let index = 0; index < ROTOR_COUNT; index += 1) {
      const thrust = this.thrustN[index] as number;
      forward -= thrust * (FORWARD[index] as number);
      right -= thrust * (RIGHT[index] as number);
      turn += thrust * (this.#turns[index] as number);
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
