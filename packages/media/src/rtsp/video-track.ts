import type { AccessUnit } from '../access-unit.ts';
import type { PayloadCache } from '../rtp/picture-payloads.ts';
import { US_PER_S } from './ports.ts';
import { RtpTrack, type RtpTrackParts } from './rtp-track.ts';
import { VIDEO_PAYLOAD_TYPE } from './session-description.ts';

/** A client that is too slow for the stream costs the others a key frame this often at most. */
const CATCH_UP_EVERY_US = 2 * US_PER_S;

export interface VideoTrackParts extends RtpTrackParts {
  readonly payloads: PayloadCache;
  readonly askKeyFrame: () => void;
}

/** Sends the pictures of one source to one viewer, and leaves out what the viewer can't take, up to a key frame. */
export class VideoTrack extends RtpTrack<VideoTrackParts> {
  #needsKeyFrame = true;
  #isCongested = false;
  #catchUpAtUs = 0;

  constructor(parts: VideoTrackParts) {
    super(VIDEO_PAYLOAD_TYPE, parts);
  }

  /** What comes now continues nothing: it has to begin with a key frame. */
  override restart(): void {
    super.restart();
    this.#needsKeyFrame = true;
  }

  send(unit: AccessUnit): void {
    if (this.#hasToSkip(unit)) {
      this.leaveOut();
      return;
    }
    const picture = this.parts.payloads.of(unit);
    if (picture.payloads.length > 0) this.deliver(picture, unit);
  }

  #hasToSkip(unit: AccessUnit): boolean {
    const waiting = this.parts.outlet.backlogBytes;
    if (this.#isCongested) {
      // Only when all is gone: who begins again with a full pipe stumbles again.
      if (waiting > 0) return true;
      this.#isCongested = false;
    }
    if (waiting > 0 && waiting + this.parts.payloads.of(unit).bytes > this.parts.backlogBytes) {
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
    const nowUs = this.parts.clock.nowUs();
    if (nowUs < this.#catchUpAtUs) return;
    this.#catchUpAtUs = nowUs + CATCH_UP_EVERY_US;
    this.parts.askKeyFrame();
  }
}
