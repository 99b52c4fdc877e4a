import type { SimulatorParameters } from '../parameters.ts';

/** One gimbal motor: a second-order follower between two stops. Angles relative to the Kite, degrees. */
export class GimbalAxis {
  readonly #stiffness: number;
  readonly #damping: number;
  readonly #minDeg: number;
  readonly #maxDeg: number;
  readonly #stepS: number;
  angleDeg = 0;
  rateDps = 0;
  /** Setpoint: fields, because a number passed to a call may be boxed. */
  wantedDeg = 0;
  wantedRateDps = 0;

  constructor(gimbal: SimulatorParameters['gimbal'], minDeg: number, maxDeg: number, stepS: number) {
    this.#stiffness = gimbal.naturalFrequencyRadps ** 2;
    this.#damping = 2 * gimbal.damping * gimbal.naturalFrequencyRadps;
    this.#minDeg = minDeg;
    this.#maxDeg = maxDeg;
    this.#stepS = stepS;
  }

  step(): void {
    const stepS = this.#stepS;
    const { wantedDeg, wantedRateDps } = this;
    const reachable = Math.max(this.#minDeg, Math.min(this.#maxDeg, wantedDeg));
    const followedRate = reachable === wantedDeg ? wantedRateDps : 0;
    const acceleration = this.#stiffness * (reachable - this.angleDeg) + this.#damping * (followedRate - this.rateDps);
    this.rateDps += acceleration * stepS;
    this.angleDeg += this.rateDps * stepS;
    if (this.angleDeg < this.#minDeg || this.angleDeg > this.#maxDeg) this.#hitStop();
  }

  halt(): void {
    this.rateDps = 0;
  }

  #hitStop(): void {
    this.angleDeg = Math.max(this.#minDeg, Math.min(this.#maxDeg, this.angleDeg));
    this.rateDps = 0;
  }
}
