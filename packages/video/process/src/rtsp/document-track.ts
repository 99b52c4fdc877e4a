import { type AccessUnit, RTP_CLOCK_HZ } from '../access-unit.ts';
import { RtpTrack, type RtpTrackOptions } from './rtp-track.ts';
import { DOCUMENT_PAYLOAD_TYPE } from './session-description.ts';
import { splitPayloads } from './split-payloads.ts';
import type { StreamDocuments } from './stream-documents.ts';

interface DocumentTrackOptions extends RtpTrackOptions {
  readonly streamId: string;
  readonly documents: StreamDocuments;
  readonly packetBytes: number;
}

/** Sends XML documents about the pictures, each with the RTP time of its picture. Source: ONVIF Streaming Specification 5.1.2.1. */
export class DocumentTrack extends RtpTrack<DocumentTrackOptions> {
  readonly #release: () => void;
  #seen: number;

  constructor(options: DocumentTrackOptions) {
    super(DOCUMENT_PAYLOAD_TYPE, options);
    this.#release = options.documents.hold(options.streamId);
    this.#seen = options.documents.newest;
  }

  override restart(): void {
    super.restart();
    const { documents, streamId } = this.options;
    this.#seen = documents.newest;
    documents.begin(streamId);
  }

  override close(): void {
    this.#release();
    super.close();
  }

  send(unit: AccessUnit): void {
    const { backlogBytes, documents, packetBytes, sender, streamId } = this.options;
    for (const { bytes, number, rtpTime } of documents.after(streamId, this.#seen)) {
      this.#seen = number;
      if (sender.backlogBytes > backlogBytes) this.leaveOut();
      else this.deliver(splitPayloads(bytes, packetBytes), atTime(unit, rtpTime));
    }
  }
}

/** The same moment on both clocks. */
function atTime(unit: AccessUnit, rtpTime = unit.rtpTime): AccessUnit {
  return { ...unit, rtpTime, realTimeMs: unit.realTimeMs - ((unit.rtpTime - rtpTime) / RTP_CLOCK_HZ) * 1000 };
}
