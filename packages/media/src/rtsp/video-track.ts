import { type AccessUnit, RTP_CLOCK_HZ } from '../access-unit.ts';
import type { PayloadCache } from '../rtp/picture-payloads.ts';
import { RtpStream } from '../rtp/rtp-stream.ts';
import type { MediaTrack, TrackStats } from './media-track.ts';
import type { PacketOutlet } from './packet-outlet.ts';
import { type Clock, US_PER_MS, US_PER_S } from './ports.ts';
import { aliveBy } from './receiver-reports.ts';
import { VIDEO_PAYLOAD_TYPE } from './session-description.ts';

/** RFC 3550 section 6.2: the smallest interval that is recommended. */
const REPORT_EVERY_US = 5 * US_PER_S;
/** A client that is too slow for the stream costs the others a key frame this often at most. */
const CATCH_UP_EVERY_US = 2 * US_PER_S;

export interface VideoTrackParts {
  readonly outlet: PacketOutlet;
  readonly payloads: PayloadCache;
  readonly clock: Clock;
  readonly backlogBytes: number;
  readonly askKeyFrame: () => void;
}

/** Sends the pictures of one source to one viewer, and leaves out what the viewer can't take, up to a key frame. */
export class VideoTrack implements MediaTrack {
  readonly #parts: VideoTrackParts;
  readonly #stream = new RtpStream(VIDEO_PAYLOAD_TYPE, RTP_CLOCK_HZ);
  #needsKeyFrame = true;
  #isCongested = false;
  #reportAtUs = 0;
  #catchUpAtUs = 0;
  #framesSent = 0;
  #framesSkipped = 0;

  constructor(parts: VideoTrackParts) {
    this.#parts = parts;
  }

  get ssrc(): number {
    return this.#stream.ssrc;
  }

  get nextSequence(): number {
    return this.#stream.nextSequence;
  }

  get kind(): 'tcp' | 'udp' {
    return this.#parts.outlet.kind;
  }

  get stats(): TrackStats {
    return {
      ...this.#stream.stats,
      transport: this.kind,
      backlogBytes: this.#parts.outlet.backlogBytes,
      framesSent: this.#framesSent,
      framesSkipped: this.#framesSkipped,
    };
  }

  /** What comes now continues nothing: it has to begin with a key frame. */
  restart(): void {
    this.#needsKeyFrame = true;
    this.#reportAtUs = 0;
  }

  send(unit: AccessUnit): void {
    if (this.#hasToSkip(unit)) {
      this.#framesSkipped += 1;
      return;
    }
    const { outlet, payloads, clock } = this.#parts;
    const picture = payloads.of(unit);
    if (picture.payloads.length === 0) return;
    outlet.sendPackets(this.#stream.packets(picture, unit));
    this.#framesSent += 1;
    if (clock.nowUs() >= this.#reportAtUs) this.#report(unit);
  }

  receive(bytes: Buffer): boolean {
    return aliveBy(bytes, this.#stream, this.#parts.clock);
  }

  close(): void {
    this.#parts.outlet.sendReport(this.#stream.bye());
    this.#parts.outlet.close();
  }

  #report(unit: AccessUnit): void {
    const nowUs = this.#parts.clock.nowUs();
    this.#reportAtUs = nowUs + REPORT_EVERY_US;
    this.#parts.outlet.sendReport(this.#stream.senderReport(unit, nowUs / US_PER_MS));
  }

  #hasToSkip(unit: AccessUnit): boolean {
    const waiting = this.#parts.outlet.backlogBytes;
    if (this.#isCongested) {
      // Only when all is gone: who begins again with a full pipe stumbles again.
      if (waiting > 0) return true;
      this.#isCongested = false;
    }
    if (waiting > 0 && waiting + this.#parts.payloads.of(unit).bytes > this.#parts.backlogBytes) {
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
    const nowUs = this.#parts.clock.nowUs();
    if (nowUs < this.#catchUpAtUs) return;
    this.#catchUpAtUs = nowUs + CATCH_UP_EVERY_US;
    this.#parts.askKeyFrame();
  }
}
