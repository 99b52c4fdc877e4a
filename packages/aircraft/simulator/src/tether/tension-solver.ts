import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
/**
 * Tensions of a chain of springs and dampers between equal masses, both ends fixed, at the end of a step (implicit):
 * the tensions are consistent with the lengths that they lead to. Linear in the changes of length, tridiagonal: solved
 * directly. A segment pulls or is slack; it never pushes.
 */
export class TensionSolver {
  readonly #segments: number;
  readonly #tensionN: Float64Array;
  /** Directions of the segments, towards the Kite. */
  readonly #toEast: Float64Array;
  readonly #toNorth: Float64Array;
  readonly #toUp: Float64Array;
  /** Excess length that the dampers allow without tension, metres. */
  readonly #excessM: Float64Array;
  /** Stretch at the end of the last step, metres. */
  readonly #lastStretchM: Float64Array;
  /** Lengthening of a segment by the pull of the next one, and vice versa, metres per newton. */
  readonly #shared: Float64Array;
  readonly #isTaut: Uint8Array;
  /** Elimination. */
  readonly #upper: Float64Array;
  readonly #right: Float64Array;
  /** Force of each segment on its lower end, newton. */
  readonly eastN: Float64Array;
  readonly northN: Float64Array;
  readonly upN: Float64Array;
  nodeKg = 0.5;
  /** Values of one segment. */
  springNPerM = 0.5;
  dampingNsPerM = 0.5;
  stepS = 0.5;
  /** Unloaded length of a segment, metres. */
  segmentM = 0.5;
  isSolved = true;
  /** Rounds of the last solution: more than one where slack segments became taut. */
  iterations = 0;
  /** Greatest tension of the last solution, newton. */
  greatestN = 0;

  constructor(segments: number) {
    const numbers = () => new Float64Array(segments);
    this.#segments = segments;
    this.#tensionN = numbers();
    this.#toEast = numbers();
    this.#toNorth = numbers();
    this.#toUp = numbers();
    this.#excessM = numbers();
    this.#lastStretchM = numbers();
    this.#shared = numbers();
    this.#upper = numbers();
    this.#right = numbers();
    this.eastN = numbers();
    this.northN = numbers();
    this.upN = numbers();
    this.#isTaut = new Uint8Array(segments);
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    archive.in(
      this.#tensionN,
      this.#toEast,
      this.#toNorth,
      this.#toUp,
      this.#excessM,
      this.#lastStretchM,
      this.#shared,
      this.#isTaut,
      this.#upper,
      this.#right,
      this.eastN,
      this.northN,
      this.upN,
    );
  }

  /** Starts at rest in this shape. */
  restart(east: Float64Array, north: Float64Array, up: Float64Array): void {
    this.#lastStretchM.fill(0);
    this.#measure(east, north, up);
    for (let index = 0; index < this.#segments; index += 1) {
      this.#lastStretchM[index] = Math.max(0, this.#excessM[index]!);
    }
    this.greatestN = 0;
  }

  /** @param east, north, up positions of the points without tension, metres */
  solve(east: Float64Array, north: Float64Array, up: Float64Array): void {
    this.#measure(east, north, up);
    this.#couple();
    this.iterations = 0;
    do {
      this.#eliminate();
      this.iterations += 1;
    } while (this.#tighten() && this.iterations <= this.#segments);
    this.#pull();
  }

  /** Applies the tensions: the points have moved. */
  settle(): void {
    const damperNPerM = this.dampingNsPerM / this.stepS;
    const perN = 1 / (this.springNPerM + damperNPerM);
    for (let index = 0; index < this.#segments; index += 1) {
      const tension = this.#tensionN[index]!;
      // A slack segment has no damping until it is taut again.
      this.#lastStretchM[index] = tension === 0 ? 0 : (tension + damperNPerM * this.#lastStretchM[index]!) * perN;
    }
  }

  #measure(east: Float64Array, north: Float64Array, up: Float64Array): void {
    const damperNPerM = this.dampingNsPerM / this.stepS;
    const damping = damperNPerM / (this.springNPerM + damperNPerM);
    for (let low = 0; low < this.#segments; low += 1) {
      const eastM = east[low + 1]! - east[low]!;
      const northM = north[low + 1]! - north[low]!;
      const upM = up[low + 1]! - up[low]!;
      const lengthM = Math.sqrt(eastM * eastM + northM * northM + upM * upM);
      const perM = lengthM === 0 ? 0 : 1 / lengthM;
      const excessM = lengthM - this.segmentM - damping * this.#lastStretchM[low]!;
      this.#excessM[low] = excessM;
      this.#isTaut[low] = excessM > 0 ? 1 : 0;
      this.#toEast[low] = eastM * perM;
      this.#toNorth[low] = northM * perM;
      this.#toUp[low] = upM * perM;
    }
  }

  /**
   * A tension moves the point that two segments share: the other one lengthens by the cosine of the angle between
   * them.
   */
  #couple(): void {
    const move = (this.stepS * this.stepS) / this.nodeKg;
    for (let low = 0; low < this.#segments - 1; low += 1) {
      const next = low + 1;
      const cosine =
        this.#toEast[low]! * this.#toEast[next]! +
        this.#toNorth[low]! * this.#toNorth[next]! +
        this.#toUp[low]! * this.#toUp[next]!;
      this.#shared[low] = move * cosine;
    }
  }

  /** Solves for the taut segments; the others have no tension. */
  #eliminate(): void {
    const last = this.#segments - 1;
    const ownMPerN = 1 / (this.springNPerM + this.dampingNsPerM / this.stepS);
    const move = (this.stepS * this.stepS) / this.nodeKg;
    let upper = 0;
    let right = 0;
    for (let index = 0; index <= last; index += 1) {
      if (this.#isTaut[index] === 1) {
        const before = index === 0 ? 0 : this.#shared[index - 1]!;
        const movedMPerN = (index === 0 ? 0 : move) + (index === last ? 0 : move);
        const pivot = ownMPerN + movedMPerN + before * upper;
        right = (this.#excessM[index]! + before * right) / pivot;
        upper = index === last ? 0 : -this.#shared[index]! / pivot;
      } else {
        upper = 0;
        right = 0;
      }
      this.#upper[index] = upper;
      this.#right[index] = right;
    }
    let above = 0;
    for (let index = last; index >= 0; index -= 1) {
      above = this.#right[index]! - this.#upper[index]! * above;
      this.#tensionN[index] = above;
    }
  }

  /** @returns true when slack segments are stretched by their neighbours: they become taut */
  #tighten(): boolean {
    const last = this.#segments - 1;
    let isMore = false;
    for (let index = 0; index <= last; index += 1) {
      if (this.#isTaut[index] === 1) continue;
      const below = index === 0 ? 0 : this.#shared[index - 1]! * this.#tensionN[index - 1]!;
      const above = index === last ? 0 : this.#shared[index]! * this.#tensionN[index + 1]!;
      if (this.#excessM[index]! + below + above <= 0) continue;
      this.#isTaut[index] = 1;
      isMore = true;
    }
    return isMore;
  }

  #pull(): void {
    let greatest = 0;
    for (let index = 0; index < this.#segments; index += 1) {
      // Folds, where adjacent segments pull in opposite directions, are the only case that is not exact.
      const tension = Math.max(0, this.#tensionN[index]!);
      this.#tensionN[index] = tension;
      this.eastN[index] = tension * this.#toEast[index]!;
      this.northN[index] = tension * this.#toNorth[index]!;
      this.upN[index] = tension * this.#toUp[index]!;
      if (!(tension <= greatest)) greatest = tension;
    }
    this.greatestN = greatest;
    this.isSolved = greatest < Number.POSITIVE_INFINITY;
  }
}
