import type { AccessUnit, FrameSize, ParameterSets } from '../access-unit.ts';
import type { ReceivedPicture } from '../rtp/h264-depacketiser.ts';
import { CameraFault } from './camera-fault.ts';
import { FrameRate } from './frame-rate.ts';
import { type Arrival, PictureClock } from './picture-clock.ts';
import type { DescribedVideo } from './read-session-description.ts';
import { type PictureOutcome, ReceivedPictures, type WholePicture } from './received-pictures.ts';
import type { CameraReport } from './reception.ts';

export interface CameraPicturesParts {
  /** Station time of a moment, microseconds since 1970. @param wallMs milliseconds since 1970 */
  readonly stationUs: (wallMs: number) => number;
  readonly onUnit: (unit: AccessUnit) => void;
}

/** So many pictures out of order are no accident of a camera's clock. */
const REORDERED_MAX = 3;
const REORDERED_WITHIN = 100;

/** Makes the station's pictures of what a camera sends: whole ones, in order, with the station's times. */
export class CameraPictures {
  readonly #parts: CameraPicturesParts;
  readonly #clock = new PictureClock();
  readonly #rate = new FrameRate();
  #pictures = new ReceivedPictures({});
  #describedFramesPerS: number | undefined;
  #reordered = 0;
  #count = 0;

  constructor(parts: CameraPicturesParts) {
    this.#parts = parts;
  }

  get sets(): ParameterSets | undefined {
    return this.#pictures.sets;
  }

  get size(): FrameSize | undefined {
    return this.#pictures.sequence?.size;
  }

  /** As they come; before that as the camera says. */
  get framesPerS(): number | undefined {
    return this.#rate.framesPerS ?? this.#describedFramesPerS ?? this.#pictures.sequence?.framesPerS;
  }

  /** Another conversation: sets, counts and clocks begin anew, the station's time goes on. */
  restart({ framesPerS, sets = {} }: Partial<DescribedVideo>): void {
    this.#pictures = new ReceivedPictures(sets);
    this.#describedFramesPerS = framesPerS;
    this.interrupt();
    this.#clock.restart();
  }

  /** Something is missing before what comes next. */
  interrupt(): void {
    this.#pictures.interrupt();
    this.#rate.restart();
  }

  learn({ rtpTimestamp, wallMs }: CameraReport): void {
    this.#clock.learn(rtpTimestamp, wallMs);
  }

  /** @throws CameraFault for pictures that are not taken */
  take(received: ReceivedPicture, arrival: Arrival): PictureOutcome['kind'] {
    const outcome = this.#pictures.take(received);
    if (outcome.kind === 'torn') this.interrupt();
    if (outcome.kind === 'picture') this.#give(outcome.picture, arrival);
    return outcome.kind;
  }

  #give({ isKeyFrame, nals, rtpTimestamp }: WholePicture, arrival: Arrival): void {
    const { isReordered, rtpTime, wallMs } = this.#clock.at(rtpTimestamp, arrival);
    this.#judgeOrder(isReordered);
    this.#rate.add(rtpTime);
    this.#parts.onUnit({ nals, isKeyFrame, rtpTime, wallMs, takenUs: this.#parts.stationUs(wallMs) });
  }

  /** B frames come before what they are shown after: browsers show them wrong or not at all, and each costs time. */
  #judgeOrder(isReordered: boolean): void {
    this.#count += 1;
    if (this.#count % REORDERED_WITHIN === 0) this.#reordered = 0;
    if (isReordered) this.#reordered += 1;
    if (this.#reordered < REORDERED_MAX) return;
    this.#reordered = 0;
    throw new CameraFault(
      'unsuitable',
      'it sends B frames, which are not taken: switch them off, or choose the Baseline profile',
    );
  }
}
