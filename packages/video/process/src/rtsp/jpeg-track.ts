import type { AccessUnit } from '../access-unit.ts';
import type { PayloadCache } from '../rtp/picture-payloads.ts';
import { RtpTrack, type RtpTrackOptions } from './rtp-track.ts';
import { JPEG_PAYLOAD_TYPE } from './session-description.ts';

interface JpegTrackOptions extends RtpTrackOptions {
  readonly payloads: PayloadCache;
}

/** Sends the pictures of one source as JPEG to one viewer; skips what the viewer cannot take. */
export class JpegTrack extends RtpTrack<JpegTrackOptions> {
  constructor(options: JpegTrackOptions) {
    super(JPEG_PAYLOAD_TYPE, options);
  }

  send(unit: AccessUnit): void {
    const { backlogBytes, payloads, sender } = this.options;
    const picture = payloads.jpeg(unit);
    // The first ones of a session with both kinds of pictures may still be without.
    if (picture === undefined) return;
    const waiting = sender.backlogBytes;
    if (waiting > 0 && waiting + picture.bytes > backlogBytes) this.leaveOut();
    else this.deliver(picture, unit);
  }
}
