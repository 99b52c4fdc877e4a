import { wrap180 } from '@kitestring/base/angles.ts';

/**
 * Progress of a rotation: the angle since its start, counted in the commanded direction. Readings may be up to three
 * quarters of a turn apart, because a movement in the other direction is only noise.
 */
export class TurnCounter {
  readonly #direction: 1 | -1;
  #lastDeg: number;
  #turnedDeg = 0;

  constructor(startDeg: number, direction: 1 | -1) {
    this.#lastDeg = startDeg;
    this.#direction = direction;
  }

  /** Degrees in the commanded direction; negative in the other one. */
  observe(deg: number): number {
    let step = wrap180(deg - this.#lastDeg) * this.#direction;
    if (step < -90) step += 360;
    this.#lastDeg = deg;
    this.#turnedDeg += step;
    return this.#turnedDeg;
  }
}
