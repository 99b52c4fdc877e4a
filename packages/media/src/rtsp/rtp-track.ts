import { type AccessUnit, RTP_CLOCK_HZ } from '../access-unit.ts';
import { RtpStream } from '../rtp/rtp-stream.ts';
import type { MediaTrack, TrackStats } from './media-track.ts';
import type { PacketOutlet } from './packet-outlet.ts';
import { type Clock, US_PER_MS, US_PER_S } from './ports.ts';
import { aliveBy } from './receiver-reports.ts';

/** RFC 3550 section 6.2: the smallest interval that is recommended. */
const REPORT_EVERY_US = 5 * US_PER_S;

export interface RtpTrackParts {
  readonly outlet: PacketOutlet;
  readonly clock: Clock;
  /** Waiting bytes from which on something is left out. */
  readonly backlogBytes: number;
}

type Payloads = Parameters<RtpStream['packets']>[0];

/** One RTP stream to one viewer, with its reports and counts; what goes into it is the business of who extends it. */
export abstract class RtpTrack<Parts extends RtpTrackParts> implements MediaTrack {
  protected readonly parts: Parts;
  readonly #stream: RtpStream;
  #reportAtUs = 0;
  #framesSent = 0;
  #framesSkipped = 0;

  constructor(payloadType: number, parts: Parts) {
    this.parts = parts;
    this.#stream = new RtpStream(payloadType, RTP_CLOCK_HZ);
  }

  get ssrc(): number {
    return this.#stream.ssrc;
  }

  get nextSequence(): number {
    return this.#stream.nextSequence;
  }

  get kind(): 'tcp' | 'udp' {
    return this.parts.outlet.kind;
  }

  get stats(): TrackStats {
    return {
      ...this.#stream.stats,
      transport: this.kind,
      backlogBytes: this.parts.outlet.backlogBytes,
      framesSent: this.#framesSent,
      framesSkipped: this.#framesSkipped,
    };
  }

  abstract send(unit: AccessUnit): void;

  restart(): void {
    this.#reportAtUs = 0;
  }

  receive(bytes: Buffer): boolean {
    return aliveBy(bytes, this.#stream, this.parts.clock);
  }

  close(): void {
    this.parts.outlet.sendReport(this.#stream.bye());
    this.parts.outlet.close();
  }

  /** Sends what belongs to a picture, and a report when one is due. */
  protected deliver(payloads: Payloads, unit: AccessUnit): void {
    const { clock, outlet } = this.parts;
    outlet.sendPackets(this.#stream.packets(payloads, unit));
    this.#framesSent += 1;
    const nowUs = clock.nowUs();
    if (nowUs < this.#reportAtUs) return;
    this.#reportAtUs = nowUs + REPORT_EVERY_US;
    outlet.sendReport(this.#stream.senderReport(unit, nowUs / US_PER_MS));
  }

  /** What belongs to a picture is left out. */
  protected leaveOut(): void {
    this.#framesSkipped += 1;
  }
}
