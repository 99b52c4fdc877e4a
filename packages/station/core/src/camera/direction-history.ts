import { US_PER_S } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { FOLLOW_BOX_AGE_MAX_S } from '@kitestring/station-contract/station/camera-follow.ts';
import type { CameraDirection } from './shown-camera-state.ts';

/** Pan without wrapping. */
interface Reported extends CameraDirection {
  readonly timeUs: number;
}

/** Longer than the oldest picture of a box, at the fastest link. */
const KEPT_US = (FOLLOW_BOX_AGE_MAX_S + 1) * US_PER_S;
/** Without reports for longer the direction between two is not known. */
const GAP_MAX_US = US_PER_S;

/** Where the camera pointed in the last seconds, as reported. */
export class DirectionHistory {
  #reported: readonly Reported[] = [];

  [STATE](archive: StateArchive): void {
    this.#reported = archive.of(this.#reported);
  }

  add(timeUs: number, direction: CameraDirection | undefined): void {
    const last = this.#reported.at(-1);
    if (direction === undefined || (last !== undefined && timeUs <= last.timeUs)) return;
    this.#reported = [...this.#reported.filter((one) => timeUs - one.timeUs < KEPT_US), { ...direction, timeUs }];
  }

  /** Undefined where it was not reported. */
  at(timeUs: number): CameraDirection | undefined {
    const later = this.#reported.findIndex((one) => one.timeUs >= timeUs);
    const [from, to] = later < 0 ? [this.#reported.at(-1)] : [this.#reported[later - 1], this.#reported[later]];
    if (from === undefined) return undefined;
    if (to === undefined) return timeUs - from.timeUs <= GAP_MAX_US ? from : undefined;
    if (to.timeUs - from.timeUs > GAP_MAX_US) return undefined;
    const share = (timeUs - from.timeUs) / (to.timeUs - from.timeUs);
    const between = (a: number, b: number) => a + share * (b - a);
    return {
      panDeg: between(from.panDeg, to.panDeg),
      tiltDeg: between(from.tiltDeg, to.tiltDeg),
      rollDeg: between(from.rollDeg, to.rollDeg),
    };
  }
}
