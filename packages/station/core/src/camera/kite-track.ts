import { US_PER_S } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { type LatLon, offsetOf, placeFrom } from '@kitestring/station-contract/place/geo.ts';
import { measuredTrack, type PlaneTrack, trackedPlace } from './plane-track.ts';

/** A receiver scatters by less from one position to the next than the Kite moves in wind. */
const GAINS = { alpha: 0.5, beta: 0.15 };
/** A position is old when it arrives, and the gimbal takes its time, seconds; a motion is continued for so long at most. */
const AHEAD_US = 0.25 * US_PER_S;
const AHEAD_MAX_S = 0.6;
/** No Kite flies so far within a period: the receiver has found another position, metres. */
const JUMP_M = 5;
/** Longer than the period of every receiver: the Kite stands. */
const STANDS_US = 0.25 * US_PER_S;

/** Position of the Kite as smooth as its motion, and not late. */
export class KiteTrack {
  #origin: LatLon | undefined;
  #last: LatLon | undefined;
  #track: PlaneTrack | undefined;

  [STATE](archive: StateArchive): void {
    [this.#origin, this.#last, this.#track] = archive.all(this.#origin, this.#last, this.#track);
  }

  /** A position that comes again at once, because the receiver is slower than the link, is no measurement. */
  take(timeUs: number, { latDeg, lonDeg }: LatLon): void {
    const isSame = this.#last?.latDeg === latDeg && this.#last.lonDeg === lonDeg;
    if (isSame && timeUs - (this.#track?.timeUs ?? 0) < STANDS_US) return;
    this.#last = { latDeg, lonDeg };
    this.#origin ??= this.#last;
    const { eastM, northM } = offsetOf(this.#origin, this.#last);
    const { x = eastM, y = northM } = this.#track ?? {};
    if (Math.hypot(eastM - x, northM - y) > JUMP_M) this.#track = undefined;
    this.#track = measuredTrack(this.#track, timeUs, [eastM, northM], GAINS);
  }

  /** Where the Kite will be when the camera points; undefined before its first position. */
  place(nowUs: number): LatLon | undefined {
    if (this.#track === undefined || this.#origin === undefined) return undefined;
    const [eastM, northM] = trackedPlace(this.#track, nowUs + AHEAD_US, AHEAD_MAX_S);
    return placeFrom(this.#origin, { eastM, northM });
  }
}
