import type { AccessUnit } from '../access-unit.ts';
import type { PayloadCache } from '../rtp/picture-payloads.ts';
import { US_PER_S } from './ports.ts';
import { RtpTrack, type RtpTrackOptions } from './rtp-track.ts';
import { VIDEO_PAYLOAD_TYPE } from './session-description.ts';

/** Minimum interval of key frames for a client that is too slow for the stream. */
const CATCH_UP_EVERY_US = 2 * US_PER_S;

interface VideoTrackOptions extends RtpTrackOptions {
  readonly payloads: PayloadCache;
  readonly askKeyFrame: () => void;
}

/** Sends the pictures of one source to one viewer; skips what the viewer cannot take, up to a key frame. */
export class VideoTrack extends RtpTrack<VideoTrackOptions> {
  #needsKeyFrame = true;
  #isCongested = false;
  #catchUpAtUs = 0;

  constructor(options: VideoTrackOptions) {
    super(VIDEO_PAYLOAD_TYPE, options);
  }

  /** Resets: the next picture must be a key frame. */
  override restart(): void {
    super.restart();
    this.#needsKeyFrame = true;
  }

  send(unit: AccessUnit): void {
    if (this.#hasToSkip(unit)) {
      this.leaveOut();
      return;
    }
    const picture = this.options.payloads.of(unit);
    if (picture.payloads.length > 0) this.deliver(picture, unit);
  }

  #hasToSkip(unit: AccessUnit): boolean {
    const waiting = this.options.sender.backlogBytes;
    if (this.#isCongested) {
      // Resumes only with an empty queue: with a full one it would stall again.
      if (waiting > 0) return true;
      this.#isCongested = false;
    }
    if (waiting > 0 && waiting + this.options.payloads.of(unit).bytes > this.options.backlogBytes) {
      this.#isCongested = true;
      this.#needsKeyFrame = true;
      return true;
    }
    if (this.#needsKeyFrame && !unit.isKeyFrame) {
      this.#catchUp();
      return true;
    }
    this.#needsKeyFrame = false;
    return false;
  }

  #catchUp(): void {
    const nowUs = this.options.clock.nowUs();
    if (nowUs < this.#catchUpAtUs) return;
    this.#catchUpAtUs = nowUs + CATCH_UP_EVERY_US;
    this.options.askKeyFrame();
  }
}
