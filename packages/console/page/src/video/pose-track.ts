/** Recent camera directions: the displayed picture is older than the newest state. */
import { nearestTurn } from '@kitestring/base/angles.ts';
import type { View } from '@kitestring/station-contract/camera/pinhole.ts';
import type { VideoStreamState } from '@kitestring/station-contract/videostreams/video-stream-state.ts';

/** Ten states a second arrive; a picture older than three seconds is useless. */
const KEPT = 30;

/** View and zoom of a stream. */
export interface ShownView extends View {
  readonly zoom: number;
}

export class PoseTrack {
  #seen: readonly { readonly view: ShownView; readonly atMs: number }[] = [];

  add(view: ShownView, atMs: number): void {
    this.#seen = [...this.#seen.slice(1 - KEPT), { view, atMs }];
  }

  /** Interpolates between two states; the newest one if nothing newer has arrived. Undefined before the first. */
  at(atMs: number): ShownView | undefined {
    const after = this.#seen.findIndex((seen) => seen.atMs > atMs);
    const [earlier, later] = [this.#seen[after - 1], this.#seen[after]];
    if (after === -1) return this.#seen.at(-1)?.view;
    if (earlier === undefined || later === undefined) return later?.view;
    return between(earlier.view, later.view, (atMs - earlier.atMs) / (later.atMs - earlier.atMs));
  }
}

/** Fields of view change in steps, angles continuously. */
function between(from: ShownView, to: ShownView, share: number): ShownView {
  const mixed = (a: number, b: number) => a + (b - a) * share;
  return {
    ...from,
    panDeg: mixed(from.panDeg, nearestTurn(from.panDeg, to.panDeg)),
    tiltDeg: mixed(from.tiltDeg, to.tiltDeg),
    rollDeg: mixed(from.rollDeg, nearestTurn(from.rollDeg, to.rollDeg)),
  };
}

/** View of a stream from its state. Undefined while it is incomplete. */
export function viewOf(state: VideoStreamState): ShownView | undefined {
  const { fov_horizontal, fov_vertical, pan_ned, roll_ned = 0, tilt_ned, zoom_level = 1 } = state;
  if (pan_ned === undefined || tilt_ned === undefined) return undefined;
  if (fov_horizontal === undefined || fov_vertical === undefined) return undefined;
  return {
    panDeg: pan_ned,
    tiltDeg: tilt_ned,
    rollDeg: roll_ned,
    horizontalDeg: fov_horizontal,
    verticalDeg: fov_vertical,
    zoom: zoom_level,
  };
}

/** A pixel of a picture of 1,280 at a zoom of 1 is 0.05 degrees. */
const SEEN_SHARE = 1 / 1500;

/** Whether two views are so similar that the overlay would not visibly differ. */
export function isSeenAlike(one: ShownView | undefined, other: ShownView | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const leastDeg = SEEN_SHARE * Math.min(one.horizontalDeg, other.horizontalDeg);
  const angles = [
    ['panDeg', leastDeg],
    ['tiltDeg', leastDeg],
    ['rollDeg', 0.1],
    ['horizontalDeg', 0],
    ['verticalDeg', 0],
    ['zoom', 0],
  ] as const;
  return angles.every(([name, least]) => Math.abs(other[name] - one[name]) <= least);
}
