import { type AccessUnit, RTP_CLOCK_HZ } from '../access-unit.ts';
import { RTP_HEADER_BYTES } from '../rtp/rtp-packet.ts';
import { RtpStream } from '../rtp/rtp-stream.ts';
import type { MediaTrack, TrackStats } from './media-track.ts';
import type { PacketOutlet } from './packet-outlet.ts';
import { type Clock, US_PER_MS, US_PER_S } from './ports.ts';
import { aliveBy } from './receiver-reports.ts';
import { METADATA_PAYLOAD_TYPE } from './session-description.ts';

/** A pose needs no more than ten in a second, 90 kHz. */
const SET_EVERY = RTP_CLOCK_HZ / 10;
const REPORT_EVERY_US = 5 * US_PER_S;
const NO_PREFIX = new Uint8Array(0);

export interface MetadataTrackParts {
  readonly outlet: PacketOutlet;
  /** The set that belongs to a picture; undefined while nothing is known. */
  readonly setOf: (unit: AccessUnit) => Uint8Array | undefined;
  readonly clock: Clock;
  readonly backlogBytes: number;
  readonly packetBytes: number;
}

/** Sends what is known of where the pictures were taken: KLV of SMPTE 336M in RTP (RFC 6597). */
export class MetadataTrack implements MediaTrack {
  readonly #parts: MetadataTrackParts;
  readonly #stream = new RtpStream(METADATA_PAYLOAD_TYPE, RTP_CLOCK_HZ);
  #nextTime = 0;
  #reportAtUs = 0;
  #framesSent = 0;
  #framesSkipped = 0;

  constructor(parts: MetadataTrackParts) {
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

  restart(): void {
    this.#nextTime = 0;
    this.#reportAtUs = 0;
  }

  send(unit: AccessUnit): void {
    if (unit.rtpTime < this.#nextTime) return;
    const { clock, outlet, setOf } = this.#parts;
    const set = setOf(unit);
    if (set === undefined) return;
    this.#nextTime = unit.rtpTime + SET_EVERY;
    // The pictures have their own way of leaving things out; a set that is late is worth nothing.
    if (outlet.backlogBytes > this.#parts.backlogBytes) {
      this.#framesSkipped += 1;
      return;
    }
    outlet.sendPackets(this.#stream.packets({ payloads: this.#payloads(set), bytes: set.length }, unit));
    this.#framesSent += 1;
    if (clock.nowUs() < this.#reportAtUs) return;
    this.#reportAtUs = clock.nowUs() + REPORT_EVERY_US;
    outlet.sendReport(this.#stream.senderReport(unit, clock.nowUs() / US_PER_MS));
  }

  receive(bytes: Buffer): boolean {
    return aliveBy(bytes, this.#stream, this.#parts.clock);
  }

  close(): void {
    this.#parts.outlet.sendReport(this.#stream.bye());
    this.#parts.outlet.close();
  }

  /** A unit is cut anywhere; the marker is on its last packet. Source: RFC 6597 section 4.2. */
  #payloads(set: Uint8Array) {
    const most = this.#parts.packetBytes - RTP_HEADER_BYTES;
    const count = Math.ceil(set.length / most);
    return Array.from({ length: count }, (_, index) => ({
      prefix: NO_PREFIX,
      body: set.subarray(index * most, (index + 1) * most),
    }));
  }
}
