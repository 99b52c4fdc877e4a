/** Where the camera looked a little while ago: the picture on the screen is older than the newest state. */
import { nearestTurn } from '../camera/angles.ts';
import type { View } from '../camera/pinhole.ts';

/** Ten states a second come; three seconds are older than any picture that is still of use. */
const KEPT = 30;

/** How a stream looks into the world, and at which zoom. */
export interface ShownView extends View {
  readonly zoom: number;
}

interface Seen {
  readonly view: ShownView;
  readonly atMs: number;
}

export class PoseTrack {
  #seen: readonly Seen[] = [];

  add(view: ShownView, atMs: number): void {
    this.#seen = [...this.#seen.slice(1 - KEPT), { view, atMs }];
  }

  /** Between two states the view in between; the newest when nothing newer has come. Undefined before the first. */
  at(atMs: number): ShownView | undefined {
    const after = this.#seen.findIndex((seen) => seen.atMs > atMs);
    const [earlier, later] = [this.#seen[after - 1], this.#seen[after]];
    if (after === -1) return this.#seen.at(-1)?.view;
    if (earlier === undefined || later === undefined) return later?.view;
    return between(earlier.view, later.view, (atMs - earlier.atMs) / (later.atMs - earlier.atMs));
  }
}

/** Fields of view change at once, angles steadily. */
function between(from: ShownView, to: ShownView, share: number): ShownView {
  const mixed = (a: number, b: number) => a + (b - a) * share;
  return {
    ...from,
    panDeg: mixed(from.panDeg, nearestTurn(from.panDeg, to.panDeg)),
    tiltDeg: mixed(from.tiltDeg, to.tiltDeg),
    rollDeg: mixed(from.rollDeg, nearestTurn(from.rollDeg, to.rollDeg)),
  };
}
