/**
 * Drops pictures that would arrive too late, instead of queueing them for a slow decoder. A fast decoder gets all of
 * them: after a network pause it catches up sooner than the next key frame.
 */

/**
 * Lag behind the newest picture, seconds, that a machine over its budget cannot recover. Below the jump threshold of
 * the player.
 */
const LATE_S = 0.4;

interface Arrival {
  readonly isKeyFrame: boolean;
  /** From the shown to the newest picture in the buffer. */
  readonly behindS: number;
  /** The machine is over its budget. */
  readonly isOver: boolean;
}

/**
 * A picture depends on all those since the last key frame: after a dropped one, the others up to the next key frame are
 * dropped.
 */
export class LatePictures {
  #isLeavingOut = false;
  #leftOut = 0;

  /** Number so far. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** @returns whether the picture is to be decoded */
  takes({ behindS, isKeyFrame, isOver }: Arrival): boolean {
    if (isKeyFrame) this.#isLeavingOut = false;
    else if (isOver && behindS > LATE_S) this.#isLeavingOut = true;
    if (this.#isLeavingOut) this.#leftOut += 1;
    return !this.#isLeavingOut;
  }
}
