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
/** A report is added by copying those of its part only: reports come all the time, and are rarely asked for. */
const PART_US = US_PER_S / 2;
/** Without reports for longer the direction between two is not known. */
const GAP_MAX_US = US_PER_S;

/** Where the camera pointed in the last seconds, as reported. */
export class DirectionHistory {
  /** In their order; none is empty. */
  #parts: readonly (readonly Reported[])[] = [];

  [STATE](archive: StateArchive): void {
    this.#parts = archive.of(this.#parts);
  }

  add(timeUs: number, direction: CameraDirection | undefined): void {
    const part = this.#parts.at(-1) ?? [];
    const last = part.at(-1);
    if (direction === undefined || (last !== undefined && timeUs <= last.timeUs)) return;
    const reported = { ...direction, timeUs };
    const beganUs = part[0]?.timeUs ?? Number.NEGATIVE_INFINITY;
    if (timeUs - beganUs < PART_US) this.#parts = [...this.#parts.slice(0, -1), [...part, reported]];
    else this.#parts = [...this.#parts.filter((one) => timeUs - (one.at(-1)?.timeUs ?? 0) < KEPT_US), [reported]];
  }

  /** Undefined where it was not reported. */
  at(timeUs: number): CameraDirection | undefined {
    const reported = this.#parts.flat();
    const later = reported.findIndex((one) => one.timeUs >= timeUs);
    const [from, to] = later < 0 ? [reported.at(-1)] : [reported[later - 1], reported[later]];
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
