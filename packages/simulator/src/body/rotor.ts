import { DEG_PER_RAD } from '../angle.ts';
import { lagShare } from '../first-order-lag.ts';
import type { SimulatorParameters } from '../parameters.ts';

export const ROTOR_COUNT = 6;

/** A stopping rotor ends here: a decay that went on to the smallest numbers would slow every step down. */
const NOTHING_N = 1e-9;

/** Six rotors, each with the lag of its motor. */
export class Rotors {
  readonly #share: number;
  readonly #maxThrustN: number;
  readonly #dpsPerSwingN: number;
  /** Thrust of each, newton. */
  readonly thrustN = new Float64Array(ROTOR_COUNT);
  /** Share of the commanded thrust that each gives: 1 is a healthy motor, 0 a dead one. */
  readonly effectiveness = new Float64Array(ROTOR_COUNT).fill(1);
  /** Newton, along the Kite's own vertical. */
  totalN = 0;
  /**
   * Angular acceleration about the vertical that the reaction torques can give, degrees/s^2: every rotor may go up or
   * down by what is left to its nearer limit.
   */
  yawAuthorityDps2 = 0;
  /** Wanted thrust of all six together, newton; limited to what they can give. */
  commandN = 0;

  /** @param yawInertiaKgM2 moment of inertia about the vertical */
  constructor(rotor: SimulatorParameters['rotor'], yawInertiaKgM2: number, stepS: number) {
    this.#share = lagShare(stepS, rotor.lagS);
    this.#maxThrustN = rotor.maxThrustN;
    this.#dpsPerSwingN = ((ROTOR_COUNT * rotor.torquePerThrustM) / yawInertiaKgM2) * DEG_PER_RAD;
  }

  /** What all six give together at most, newton. */
  get limitN(): number {
    return ROTOR_COUNT * this.#maxThrustN;
  }

  step(): void {
    const eachN = Math.min(this.#maxThrustN, Math.max(0, this.commandN / ROTOR_COUNT));
    if (eachN === 0 && this.totalN < NOTHING_N) {
      this.#standStill();
      return;
    }
    let total = 0;
    for (let index = 0; index < ROTOR_COUNT; index += 1) {
      const thrust = this.thrustN[index] as number;
      const wanted = eachN * (this.effectiveness[index] as number);
      const next = thrust + this.#share * (wanted - thrust);
      this.thrustN[index] = next;
      total += next;
    }
    this.totalN = total;
    const meanN = total / ROTOR_COUNT;
    this.yawAuthorityDps2 = this.#dpsPerSwingN * Math.max(0, Math.min(meanN, this.#maxThrustN - meanN));
  }

  #standStill(): void {
    this.thrustN.fill(0);
    this.totalN = 0;
    this.yawAuthorityDps2 = 0;
  }
}
