import {
  type AccessUnit,
  type FrameSize,
  type ParameterSets,
  type PictureCodec,
  RTP_CLOCK_HZ,
} from '../access-unit.ts';
import type { ReceivedPicture } from '../rtp/depacketiser.ts';
import { type Arrival, CameraClock } from './camera-clock.ts';
import { CameraFault } from './camera-fault.ts';
import type { DescribedVideo } from './read-session-description.ts';
import { type PictureOutcome, ReceivedPictures, type WholePicture } from './received-pictures.ts';
import type { CameraReport } from './reception.ts';

const KEPT = 31;
const ENOUGH = 8;
/** Nominal frame rates: a measured rate close to one of these is replaced by it. */
const USUAL = [5, 8, 10, 12.5, 15, 20, 24, 25, 30, 50, 60];
const NEARLY = 0.03;

/** Frame rate by picture times: cameras' own statements are often wrong. */
class FrameRate {
  readonly #steps: number[] = [];
  #last: number | undefined;

  add(rtpTime: number): void {
    if (this.#last !== undefined) this.#steps.push(rtpTime - this.#last);
    if (this.#steps.length > KEPT) this.#steps.shift();
    this.#last = rtpTime;
  }

  restart(): void {
    this.#last = undefined;
    this.#steps.length = 0;
  }

  /** Undefined until there are enough pictures. */
  get framesPerS(): number | undefined {
    if (this.#steps.length < ENOUGH) return undefined;
    const sorted = this.#steps.toSorted((one, other) => one - other);
    const middle = sorted[sorted.length >> 1] ?? 0;
    const rate = RTP_CLOCK_HZ / Math.max(1, middle);
    return USUAL.find((usual) => Math.abs(usual - rate) < usual * NEARLY) ?? Math.min(240, Math.max(1, rate));
  }
}

interface CameraPicturesOptions {
  /** Converts real time to station time, microseconds since 1970. @param realTimeMs milliseconds since 1970 */
  readonly stationUs: (realTimeMs: number) => number;
  readonly onUnit: (unit: AccessUnit) => void;
}

/** This many pictures out of order are no accident of a camera's clock. */
const REORDERED_MAX = 3;
const REORDERED_WITHIN = 100;

/** Converts a camera's pictures to access units: complete, in order, with station time. */
export class CameraPictures {
  readonly #options: CameraPicturesOptions;
  readonly #clock = new CameraClock();
  readonly #rate = new FrameRate();
  #pictures = new ReceivedPictures({});
  #describedFramesPerS: number | undefined;
  #reordered = 0;
  #count = 0;

  constructor(options: CameraPicturesOptions) {
    this.#options = options;
  }

  get sets(): ParameterSets | undefined {
    return this.#pictures.sets;
  }

  get codec(): PictureCodec {
    return this.#pictures.codec;
  }

  get size(): FrameSize | undefined {
    return this.#pictures.sequence?.size;
  }

  /** Measured frame rate; before that the camera's statement. */
  get framesPerS(): number | undefined {
    return this.#rate.framesPerS ?? this.#describedFramesPerS ?? this.#pictures.sequence?.framesPerS;
  }

  /** A new session: parameter sets, time base and clocks restart, the output time continues. */
  restart({ codec, framesPerS, sets = {} }: Partial<DescribedVideo>): void {
    this.#pictures = new ReceivedPictures(sets, codec);
    this.#describedFramesPerS = framesPerS;
    this.interrupt();
    this.#clock.restart();
  }

  /** Data before the next picture are missing. */
  interrupt(): void {
    this.#pictures.interrupt();
    this.#rate.restart();
  }

  learn({ rtpTimestamp, realTimeMs }: CameraReport): void {
    this.#clock.learn(rtpTimestamp, realTimeMs);
  }

  /** @throws CameraFault for unsupported pictures */
  take(received: ReceivedPicture, arrival: Arrival): PictureOutcome['kind'] {
    const outcome = this.#pictures.take(received);
    if (outcome.kind === 'torn') this.interrupt();
    if (outcome.kind === 'picture') this.#give(outcome.picture, arrival);
    return outcome.kind;
  }

  #give({ isBidirectional, isKeyFrame, nals, rtpTimestamp }: WholePicture, arrival: Arrival): void {
    const { isReordered, rtpTime, realTimeMs } = this.#clock.at(rtpTimestamp, arrival);
    // Some cameras number B frames in the order of their arrival.
    this.#judgeOrder(isReordered || isBidirectional);
    this.#rate.add(rtpTime);
    const { codec } = this.#pictures;
    const takenUs = this.#options.stationUs(realTimeMs);
    this.#options.onUnit({ nals, codec, isKeyFrame, rtpTime, realTimeMs, takenUs });
  }

  /**
   * B frames arrive before the pictures they are shown after: browsers show them wrongly or not at all, and they add
   * delay.
   */
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
