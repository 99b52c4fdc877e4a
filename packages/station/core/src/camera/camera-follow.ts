import { nearestTurn, wrap180 } from '@kitestring/base/angles.ts';
import { type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { formatTimestamp, parseTimestamp } from '@kitestring/base/timestamp.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { type Direction, directionAt } from '@kitestring/station-contract/camera/pinhole.ts';
import { directionTo } from '@kitestring/station-contract/place/ground-point.ts';
import { ALOFT_FROM_M } from '@kitestring/station-contract/place/locate.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import {
  FOLLOW_BOX_AGE_MAX_S,
  FOLLOW_BOXES_PER_S,
  FOLLOW_ENDS_AFTER_S,
  FOLLOW_LOST_AFTER_S,
  FOLLOW_RANGE_MAX_M,
  type FollowBox,
  type FollowEnd,
  type CameraFollow as FollowState,
  type NewFollow,
} from '@kitestring/station-contract/station/camera-follow.ts';
import type { VideoStreamState } from '@kitestring/station-contract/videostreams/video-stream-state.ts';
import type { Handoff } from '../handoff/handoff.ts';
import type { StationSettings } from '../station-settings.ts';
import type { Telemetry } from '../telemetry.ts';
import { DirectionHistory } from './direction-history.ts';
import { KiteTrack } from './kite-track.ts';
import { measuredTrack, type PlaneTrack, trackedPlace } from './plane-track.ts';
import { directionOf } from './shown-camera-state.ts';

/** Where the camera is to point. */
export interface Aimed extends Direction {
  /** At the end of the travel the camera waits for the target, instead of refusing it. */
  readonly isClamped: boolean;
}

interface CameraFollowDeps {
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly handoff: Pick<Handoff, 'permit'>;
  readonly settings: Pick<StationSettings, 'flight'>;
  readonly hasCompass: () => boolean;
  /** Points the camera by order of a client, by the rules of every such order. */
  readonly order: (caller: Caller, plan: () => Result<Aimed>) => Result<void>;
  /** Corrects the direction. What keeps the camera from it, undefined if nothing does. */
  readonly correct: (aimed: Aimed) => FollowEnd | undefined;
  /** The state is another one, but for its error. */
  readonly onFollowChange: () => void;
}

type Target =
  | { readonly kind: 'point'; readonly given: NonNullable<NewFollow['point']> }
  | { readonly kind: 'box'; readonly streamId: string; readonly box: PlaneTrack };

interface Followed {
  readonly caller: Caller;
  readonly startedUs: number;
  readonly target: Target;
  /** When the direction of the target was known last. */
  readonly seenUs: number;
  readonly isLost: boolean;
}

/** The camera takes no more orders than ten a second; less than two samples at the fastest link. */
const CORRECTED_EVERY_US = 0.09 * US_PER_S;

/** A box moves by a pixel or two from picture to picture; its motion is continued for so long, seconds. */
const BOX_GAINS = { alpha: 0.7, beta: 0.25 };
const BOX_AHEAD_MAX_S = 0.6;

/**
 * Keeps the camera on a target. Invariant: it orders nothing that its client may not order at that moment. Any other order ends it, and it
 * never begins again by itself: an operator who moves the camera wants it to stay.
 */
export class CameraFollow {
  readonly #deps: CameraFollowDeps;
  readonly #history = new DirectionHistory();
  readonly #kite = new KiteTrack();
  #followed: Followed | undefined;
  #ended: { readonly by: FollowEnd; readonly atUs: number } | undefined;
  #correctedUs = Number.NEGATIVE_INFINITY;
  /** When the boxes of the last second came. */
  #boxesUs: readonly number[] = [];

  constructor(deps: CameraFollowDeps) {
    this.#deps = deps;
  }

  [STATE](archive: StateArchive): void {
    [this.#followed, this.#ended, this.#correctedUs] = archive.all(this.#followed, this.#ended, this.#correctedUs);
    this.#boxesUs = archive.of(this.#boxesUs);
    archive.in(this.#history, this.#kite);
  }

  state(): FollowState {
    const followed = this.#followed;
    const ended = this.#ended && { ended_by: this.#ended.by, ended_time: formatTimestamp(this.#ended.atUs) };
    if (followed === undefined) return { state: 'off', ...ended };
    const { caller, isLost, startedUs, target } = followed;
    const errorDeg = this.#errorDeg(target);
    return {
      state: isLost ? 'lost' : 'following',
      ...(target.kind === 'point' ? { point: target.given } : { stream_id: target.streamId }),
      started_time: formatTimestamp(startedUs),
      started_by: caller.callerName,
      ...(errorDeg !== undefined && { error: roundTo(errorDeg, 3) }),
      ...ended,
    };
  }

  /** @param stream that the box is in; undefined with a point */
  start(caller: Caller, { box, point }: NewFollow, stream: VideoStreamState | undefined): Result<FollowState> {
    if ((box === undefined) === (point === undefined))
      return refuse('INVALID_REQUEST', { fault: 'a target must have either point or box' });
    let target: Target | undefined;
    const ordered = this.#deps.order(caller, () => {
      this.#takeKite();
      const read = point === undefined ? this.#boxTarget(box, stream) : ok({ kind: 'point' as const, given: point });
      if (!read.ok) return read;
      target = read.value;
      const direction = this.#direction(target);
      if (direction === undefined) return refuse(`VIEWPOINT_UNKNOWN.${this.#isLow ? 'onGround' : 'noPosition'}`);
      return direction.rangeM > FOLLOW_RANGE_MAX_M
        ? refuse('INVALID_REQUEST', {
            fault: `point must be at most ${FOLLOW_RANGE_MAX_M} m from the Kite, is ${Math.round(direction.rangeM)} m`,
          })
        : ok(direction);
    });
    if (!ordered.ok) return ordered;
    if (target === undefined) throw new Error('an order without a plan');
    const nowUs = this.#deps.clock.nowUs();
    this.#boxesUs = [];
    this.#ended = undefined;
    this.#correctedUs = nowUs;
    this.#become({ caller, target, startedUs: nowUs, seenUs: nowUs, isLost: false });
    return ok(this.state());
  }

  /** NOT_FOLLOWING, RATE_LIMITED, INVALID_REQUEST, VIEWPOINT_UNKNOWN. */
  moveBox(caller: Caller, box: FollowBox, stream: VideoStreamState): Result<void> {
    const permitted = this.#deps.handoff.permit(caller);
    if (!permitted.ok) return permitted;
    const followed = this.#followed;
    if (followed?.target.kind !== 'box' || followed.caller.sessionId !== caller.sessionId)
      return refuse('NOT_FOLLOWING');
    const nowUs = this.#deps.clock.nowUs();
    const recentUs = this.#boxesUs.filter((atUs) => nowUs - atUs < US_PER_S);
    if (recentUs.length >= FOLLOW_BOXES_PER_S) return refuse('RATE_LIMITED.wait', { requests: 'boxes', waitS: 1 });
    this.#boxesUs = [...recentUs, nowUs];
    const target = this.#boxTarget(box, stream, followed.target.box);
    if (!target.ok) return target;
    const next = { ...followed, target: target.value, seenUs: target.value.box.timeUs, isLost: false };
    if (followed.isLost) this.#become(next);
    else this.#followed = next;
    return accepted;
  }

  /** CONTROL_TAKEN. */
  stop(caller: Caller): Result<void> {
    const permitted = this.#deps.handoff.permit(caller);
    if (permitted.ok) this.end('stopped');
    return permitted;
  }

  /** No effect without a follow. The camera stays where it points. */
  end(by: FollowEnd): void {
    if (this.#followed === undefined) return;
    this.#ended = { by, atUs: this.#deps.clock.nowUs() };
    this.#become(undefined);
  }

  dropSession(sessionId: string): void {
    if (this.#followed?.caller.sessionId === sessionId) this.end('session_ended');
  }

  /** Call for each sample. @param hindrance that keeps the camera from any pan */
  update(hindrance: FollowEnd | undefined): void {
    const { clock, handoff, hasCompass, telemetry } = this.#deps;
    const nowUs = clock.nowUs();
    this.#history.add(telemetry.kiteUs, directionOf(telemetry.camera(nowUs), hasCompass()));
    const followed = this.#followed;
    if (followed === undefined) return;
    const ends = hindrance ?? (handoff.permit(followed.caller).ok ? undefined : 'control_taken');
    if (ends !== undefined) {
      this.end(ends);
      return;
    }
    this.#takeKite();
    const direction = this.#direction(followed.target);
    const seenUs = followed.target.kind === 'point' && direction !== undefined ? nowUs : followed.seenUs;
    const unseenS = (nowUs - seenUs) / US_PER_S;
    if (unseenS > FOLLOW_ENDS_AFTER_S) {
      this.end('target_lost');
      return;
    }
    const isLost = unseenS > FOLLOW_LOST_AFTER_S;
    const next = { ...followed, seenUs, isLost };
    if (isLost === followed.isLost) this.#followed = next;
    else this.#become(next);
    if (isLost || direction === undefined || nowUs - this.#correctedUs < CORRECTED_EVERY_US) return;
    this.#correctedUs = nowUs;
    const hindered = direction.rangeM > FOLLOW_RANGE_MAX_M ? 'out_of_reach' : this.#deps.correct(direction);
    if (hindered !== undefined) this.end(hindered);
  }

  #become(followed: Followed | undefined): void {
    this.#followed = followed;
    this.#deps.onFollowChange();
  }

  get #isLow(): boolean {
    const { altitudeM = 0 } = this.#deps.telemetry.lastKite ?? {};
    return altitudeM < ALOFT_FROM_M;
  }

  /** From the Kite at this moment; undefined while its position is unknown. The range of a box is unknown, and counts as 0. */
  #direction(target: Target): (Aimed & { readonly rangeM: number }) | undefined {
    const { clock, telemetry } = this.#deps;
    const nowUs = clock.nowUs();
    if (target.kind === 'box') {
      const [azimuthDeg, depressionDeg] = trackedPlace(target.box, nowUs, BOX_AHEAD_MAX_S);
      return { azimuthDeg, depressionDeg, rangeM: 0, isClamped: true };
    }
    const { altitudeM, gps } = telemetry.kite(nowUs) ?? {};
    const at = this.#kite.place(nowUs);
    if (altitudeM === undefined || altitudeM < ALOFT_FROM_M || at === undefined || !telemetry.isPositionGood(gps))
      return;
    const { baseHeightM } = this.#deps.settings.flight;
    const { altitude = -baseHeightM, latitude: latDeg, longitude: lonDeg } = target.given;
    const groundM = telemetry.sample?.groundStation.gps?.elevationM;
    const { slantRangeM, ...direction } = directionTo(
      { at, heightM: altitudeM + baseHeightM, groundM },
      { latDeg, lonDeg },
      altitude + baseHeightM,
    );
    return { ...direction, rangeM: slantRangeM, isClamped: false };
  }

  #takeKite(): void {
    const { clock, telemetry } = this.#deps;
    const { gps } = telemetry.kite(clock.nowUs()) ?? {};
    if (gps !== undefined && telemetry.isPositionGood(gps)) this.#kite.take(telemetry.kiteUs, gps);
  }

  #errorDeg(target: Target): number | undefined {
    const { clock, telemetry } = this.#deps;
    const wanted = this.#direction(target);
    const { panDeg, tiltDeg } = telemetry.camera(clock.nowUs()) ?? {};
    if (wanted === undefined || panDeg === undefined || tiltDeg === undefined) return undefined;
    const acrossDeg = wrap180(wanted.azimuthDeg - panDeg) * Math.cos((wanted.depressionDeg * Math.PI) / 180);
    return Math.hypot(acrossDeg, wanted.depressionDeg - tiltDeg);
  }

  /** @param before of the same object */
  #boxTarget(
    box: FollowBox | undefined,
    stream: VideoStreamState | undefined,
    before?: PlaneTrack,
  ): Result<Extract<Target, { kind: 'box' }>> {
    if (box === undefined || stream === undefined) throw new Error('a box without its stream');
    const { fov_horizontal: horizontalDeg, fov_vertical: verticalDeg, stream_id: streamId } = stream;
    const frameUs = parseTimestamp(box.frame_time) ?? Number.NaN;
    const fault = requestFault(box, (this.#deps.clock.nowUs() - frameUs) / US_PER_S);
    if (fault !== undefined) return refuse('INVALID_REQUEST', { fault });
    const pose = this.#history.at(frameUs);
    if (pose === undefined || horizontalDeg === undefined || verticalDeg === undefined)
      return refuse('VIEWPOINT_UNKNOWN.cameraOff', { stream: streamId });
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const { azimuthDeg, depressionDeg } = directionAt({ ...pose, horizontalDeg, verticalDeg }, middle);
    const seen = [nearestTurn(before?.x ?? azimuthDeg, azimuthDeg), depressionDeg] as const;
    return ok({ kind: 'box', streamId, box: measuredTrack(before, frameUs, seen, BOX_GAINS) });
  }
}

/** Clocks of picture and station differ by a frame. */
const FUTURE_MAX_S = 0.1;

/** One sentence for what the schema cannot say. */
function requestFault({ height, width, x, y }: FollowBox, ageS: number): string | undefined {
  if (width <= 0 || height <= 0) return 'width and height of the box must be above 0';
  // Sums of rounded numbers.
  if (x + width > 1 + 1e-9) return `x and width of the box are together at most 1, got ${roundTo(x + width, 4)}`;
  if (y + height > 1 + 1e-9) return `y and height of the box are together at most 1, got ${roundTo(y + height, 4)}`;
  if (ageS > FOLLOW_BOX_AGE_MAX_S)
    return `frame_time of the box must be at most ${FOLLOW_BOX_AGE_MAX_S} s ago, is ${roundTo(ageS, 1)} s ago`;
  if (!(ageS >= -FUTURE_MAX_S))
    return `frame_time of the box must not be in the future, is ${roundTo(-ageS, 1)} s ahead`;
  return undefined;
}
