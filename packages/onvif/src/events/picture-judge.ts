import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { FrameTruth } from '@kitestring/video-process/source';
import type { OnvifProperty, OnvifStation } from '../onvif-station.ts';
import { MOVING, NOTHING_SEEN, nextStates, type PictureStates } from './picture-states.ts';

const LOOK_US = US_PER_S;
/** Without pictures nothing is known. */
const SILENCE_US = 3 * US_PER_S;

export const MOTION = 'VideoSource/MotionAlarm';
const TOO_DARK = 'VideoSource/ImageTooDark/ImagingService';
export const PICTURE_TOPICS: readonly string[] = [MOTION, TOO_DARK];

interface PictureJudgeDeps {
  readonly station: Pick<OnvifStation, 'gimbal' | 'metadata'>;
  readonly kind: keyof typeof MOVING;
  /** The stream that it judges; undefined while the camera has none. */
  readonly streamId: () => string | undefined;
  readonly realClock: Clock;
  readonly onChange: () => void;
}

/**
 * Motion in the pictures of one stream of a simulated camera, and darkness unless they are thermal: those are as bright as their
 * palette. The stream is drawn for it only while it is wanted.
 */
export class PictureJudge {
  readonly #deps: PictureJudgeDeps;
  #states: PictureStates = NOTHING_SEEN;
  #followed: string | undefined;
  #endFrames: Cancel | undefined;
  #endLooks: Cancel | undefined;
  #frameUs = 0;

  constructor(deps: PictureJudgeDeps) {
    this.#deps = deps;
  }

  /** None with a real camera, whose objects are not known. */
  properties(): readonly OnvifProperty[] {
    const { kind, station } = this.#deps;
    const streamId = this.#deps.streamId();
    if (streamId === undefined || !station.metadata.hasObjects) return [];
    const { isMotion, isTooDark } = this.#states;
    const source = { name: 'Source', value: `vs_${streamId}` };
    const motion = { topic: MOTION, source, data: { name: 'State', value: isMotion } };
    return kind === 'thermal'
      ? [motion]
      : [motion, { topic: TOO_DARK, source, data: { name: 'State', value: isTooDark } }];
  }

  setWanted(isWanted: boolean): void {
    if (isWanted === (this.#endLooks !== undefined)) return;
    if (isWanted) {
      this.#endLooks = every(this.#deps.realClock, LOOK_US, () => this.#look());
      this.#look();
    } else {
      this.#endLooks?.();
      this.#endLooks = undefined;
      this.#forget();
    }
  }

  /** Follows its stream, which may be another one with another camera, and may have no pictures yet. */
  #look(): void {
    const { realClock, station } = this.#deps;
    const streamId = this.#deps.streamId();
    if (streamId !== this.#followed || realClock.nowUs() - this.#frameUs > SILENCE_US) this.#forget();
    if (streamId === undefined || this.#endFrames !== undefined || !station.metadata.hasObjects) return;
    this.#followed = streamId;
    this.#frameUs = realClock.nowUs();
    this.#endFrames = station.metadata.followObjects(streamId, (frame) => this.#see(frame));
  }

  #see(frame: FrameTruth): void {
    const { kind, realClock, station } = this.#deps;
    this.#frameUs = realClock.nowUs();
    const isStanding = station.gimbal()?.isMoving === false;
    this.#change(nextStates(this.#states, frame, isStanding, MOVING[kind]));
  }

  #forget(): void {
    this.#endFrames?.();
    this.#endFrames = undefined;
    this.#change(NOTHING_SEEN);
  }

  #change(states: PictureStates): void {
    const before = this.#states;
    this.#states = states;
    if (states.isMotion !== before.isMotion || states.isTooDark !== before.isTooDark) this.#deps.onChange();
  }
}
