import { type AccessUnit, RTP_CLOCK_HZ } from '../access-unit.ts';
import { RTP_HEADER_BYTES } from '../rtp/rtp-packet.ts';
import { RtpTrack, type RtpTrackParts } from './rtp-track.ts';
import { METADATA_PAYLOAD_TYPE } from './session-description.ts';

/** A pose needs no more than ten in a second, 90 kHz. */
const SET_EVERY = RTP_CLOCK_HZ / 10;
const NO_PREFIX = new Uint8Array(0);

export interface MetadataTrackParts extends RtpTrackParts {
  /** The set that belongs to a picture; undefined while nothing is known. */
  readonly setOf: (unit: AccessUnit) => Uint8Array | undefined;
  readonly packetBytes: number;
}

/** Sends what is known of where the pictures were taken: KLV of SMPTE 336M in RTP (RFC 6597). */
export class MetadataTrack extends RtpTrack<MetadataTrackParts> {
  #nextTime = 0;

  constructor(parts: MetadataTrackParts) {
    super(METADATA_PAYLOAD_TYPE, parts);
  }

  override restart(): void {
    super.restart();
    this.#nextTime = 0;
  }

  send(unit: AccessUnit): void {
    if (unit.rtpTime < this.#nextTime) return;
    const { backlogBytes, outlet, setOf } = this.parts;
    const set = setOf(unit);
    if (set === undefined) return;
    this.#nextTime = unit.rtpTime + SET_EVERY;
    // The pictures have their own way of leaving things out; a set that is late is worth nothing.
    if (outlet.backlogBytes > backlogBytes) this.leaveOut();
    else this.deliver({ payloads: this.#payloads(set), bytes: set.length }, unit);
  }

  /** A unit is cut anywhere; the marker is on its last packet. Source: RFC 6597 section 4.2. */
  #payloads(set: Uint8Array) {
    const most = this.parts.packetBytes - RTP_HEADER_BYTES;
    const count = Math.ceil(set.length / most);
    return Array.from({ length: count }, (_, index) => ({
      prefix: NO_PREFIX,
      body: set.subarray(index * most, (index + 1) * most),
    }));
  }
}
