import type { SimulatorParameters } from '../parameters.ts';

/** One motor of the gimbal: a second-order follower between two stops. Angles against the Kite, degrees. */
export class GimbalAxis {
  readonly #stiffness: number;
  readonly #damping: number;
  readonly #minDeg: number;
  readonly #maxDeg: number;
  angleDeg = 0;
  rateDps = 0;

  constructor(gimbal: SimulatorParameters['gimbal'], minDeg: number, maxDeg: number) {
    this.#stiffness = gimbal.naturalFrequencyRadps ** 2;
    this.#damping = 2 * gimbal.damping * gimbal.naturalFrequencyRadps;
    this.#minDeg = minDeg;
    this.#maxDeg = maxDeg;
  }

  step(wantedDeg: number, wantedRateDps: number, stepS: number): void {
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
