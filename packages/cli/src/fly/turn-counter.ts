import { wrap180 } from '@kitestring/contract/angles.ts';

/**
 * How far a rotation has come: the angle turned since its start, counted the way it was asked to turn. Readings may be
 * up to three quarters of a turn apart, because a turn the other way is no more than noise.
 */
export class TurnCounter {
  readonly #direction: 1 | -1;
  #lastDeg: number;
  #turnedDeg = 0;

  constructor(startDeg: number, direction: 1 | -1) {
    this.#lastDeg = startDeg;
    this.#direction = direction;
  }

  /** Degrees turned the right way; negative for the wrong way. */
  observe(deg: number): number {
    let step = wrap180(deg - this.#lastDeg) * this.#direction;
    if (step < -90) step += 360;
    this.#lastDeg = deg;
    this.#turnedDeg += step;
    return this.#turnedDeg;
  }
}
