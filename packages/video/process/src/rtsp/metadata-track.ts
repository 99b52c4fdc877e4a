import type { AccessUnit } from '../access-unit.ts';
import { nextSetTime } from '../klv/set-times.ts';
import { RtpTrack, type RtpTrackOptions } from './rtp-track.ts';
import { METADATA_PAYLOAD_TYPE } from './session-description.ts';
import { splitPayloads } from './split-payloads.ts';

interface MetadataTrackOptions extends RtpTrackOptions {
  /** Metadata set of a picture; undefined without data. */
  readonly setOf: (unit: AccessUnit) => Uint8Array | undefined;
  readonly packetBytes: number;
}

/** Sends metadata of the pictures: KLV of SMPTE 336M in RTP (RFC 6597). */
export class MetadataTrack extends RtpTrack<MetadataTrackOptions> {
  #nextTime = Number.NEGATIVE_INFINITY;

  constructor(options: MetadataTrackOptions) {
    super(METADATA_PAYLOAD_TYPE, options);
  }

  override restart(): void {
    super.restart();
    this.#nextTime = Number.NEGATIVE_INFINITY;
  }

  send(unit: AccessUnit): void {
    if (unit.rtpTime < this.#nextTime) return;
    const { backlogBytes, packetBytes, sender, setOf } = this.options;
    const set = setOf(unit);
    if (set === undefined) return;
    this.#nextTime = nextSetTime(this.#nextTime, unit.rtpTime);
    // Pictures are skipped separately; a late set is useless.
    if (sender.backlogBytes > backlogBytes) this.leaveOut();
    // A set is split at any byte; the marker is on its last packet. Source: RFC 6597 section 4.2.
    else this.deliver(splitPayloads(set, packetBytes), unit);
  }
}
