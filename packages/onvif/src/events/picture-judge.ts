import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { FrameTruth } from '@kitestring/video-process/source';
import type { OnvifProperty, OnvifStation } from '../onvif-station.ts';
import { NOTHING_SEEN, nextStates, type PictureStates } from './picture-states.ts';

const LOOK_US = US_PER_S;
/** Without pictures nothing is known. */
const SILENCE_US = 3 * US_PER_S;

const MOTION = 'VideoSource/MotionAlarm';
const TOO_DARK = 'VideoSource/ImageTooDark/ImagingService';
export const PICTURE_TOPICS: readonly string[] = [MOTION, TOO_DARK];

interface PictureJudgeDeps {
  readonly station: Pick<OnvifStation, 'gimbal' | 'mainStream' | 'metadata'>;
  readonly realClock: Clock;
  readonly onChange: () => void;
}

/** Motion and darkness in the pictures of the main stream of a simulated camera. It is drawn for them only while they are wanted. */
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
    const { station } = this.#deps;
    const streamId = station.mainStream();
    if (streamId === undefined || !station.metadata.hasObjects) return [];
    const { isMotion, isTooDark } = this.#states;
    const source = { name: 'Source', value: `vs_${streamId}` };
    return [
      { topic: MOTION, source, data: { name: 'State', value: isMotion } },
      { topic: TOO_DARK, source, data: { name: 'State', value: isTooDark } },
    ];
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

  /** Follows the main stream, which may be another one with another camera, and may have no pictures yet. */
  #look(): void {
    const { realClock, station } = this.#deps;
    const streamId = station.mainStream();
    if (streamId !== this.#followed || realClock.nowUs() - this.#frameUs > SILENCE_US) this.#forget();
    if (streamId === undefined || this.#endFrames !== undefined || !station.metadata.hasObjects) return;
    this.#followed = streamId;
    this.#frameUs = realClock.nowUs();
    this.#endFrames = station.metadata.followObjects(streamId, (frame) => this.#see(frame));
  }

  #see(frame: FrameTruth): void {
    this.#frameUs = this.#deps.realClock.nowUs();
    this.#change(nextStates(this.#states, frame, this.#deps.station.gimbal()?.isMoving === false));
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
