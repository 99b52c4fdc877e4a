/**
 * Leaves pictures out that would come too late, in place of queueing them for a decoder that does not keep up. Whoever keeps up gets
 * all of them: after a pause of the network it is there again sooner than the next key frame.
 */

/** Behind the newest picture so far, seconds, a machine over its budget will not catch up. Below where the player jumps. */
const LATE_S = 0.4;

interface Arrival {
  readonly isKeyFrame: boolean;
  /** From what is shown to the newest picture in the buffer. */
  readonly behindS: number;
  /** The machine is over its budget. */
  readonly isOver: boolean;
}

/** A picture needs all those since the last key frame: once one is left out, so are the others up to the next. */
export class LatePictures {
  #isLeavingOut = false;
  #leftOut = 0;

  /** So far. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** @returns whether it is to be given to the decoder */
  takes({ behindS, isKeyFrame, isOver }: Arrival): boolean {
    if (isKeyFrame) this.#isLeavingOut = false;
    else if (isOver && behindS > LATE_S) this.#isLeavingOut = true;
    if (this.#isLeavingOut) this.#leftOut += 1;
    return !this.#isLeavingOut;
  }
}
