import { DEG_PER_RAD, nearestTurn, wrap360 } from '@kitestring/base/angles.ts';

/** The heading without a jump at 360 degrees: counts the turns since the vehicle was first heard. */
export class UnwrappedHeading {
  #deg: number | undefined;

  /** @param yawRad of ATTITUDE, clockwise from north */
  take(yawRad: number): void {
    if (!Number.isFinite(yawRad)) return;
    const headingDeg = wrap360(yawRad * DEG_PER_RAD);
    this.#deg = this.#deg === undefined ? headingDeg : nearestTurn(this.#deg, headingDeg);
  }

  /** Undefined before the first attitude. */
  get deg(): number | undefined {
    return this.#deg;
  }
}
