import type { RtpPayload } from './packetiser.ts';
import { RTP_HEADER_BYTES, type RtpHeader, writeRtpHeader } from './rtp-packet.ts';

/** Space before each packet for RTSP interleaving, so that one layout serves TCP and UDP. */
export const FRAMING_BYTES = 4;

/** The packets of one picture in one buffer, each with space for framing before it. */
export interface PacketBatch {
  readonly buffer: Buffer;
  /** Start of each packet, after its framing. */
  readonly starts: readonly number[];
  /** End of each packet. */
  readonly ends: readonly number[];
}

/** The payloads of one picture, shared by all viewers. */
export interface PicturePayloads {
  readonly payloads: readonly RtpPayload[];
  /** Total payload size. */
  readonly bytes: number;
}

/** @param header of the first packet; sequence numbers continue from it, the marker is on the last packet */
export function batchPackets({ payloads, bytes }: PicturePayloads, header: Omit<RtpHeader, 'marker'>): PacketBatch {
  const buffer = Buffer.allocUnsafe(bytes + payloads.length * (FRAMING_BYTES + RTP_HEADER_BYTES));
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  payloads.forEach(({ prefix, body }, index) => {
    const start = at + FRAMING_BYTES;
    const sequence = (header.sequence + index) & 0xffff;
    writeRtpHeader(buffer, start, { ...header, sequence, marker: index === payloads.length - 1 });
    buffer.set(prefix, start + RTP_HEADER_BYTES);
    buffer.set(body, start + RTP_HEADER_BYTES + prefix.length);
    at = start + RTP_HEADER_BYTES + prefix.length + body.length;
    starts.push(start);
    ends.push(at);
  });
  return { buffer, starts, ends };
}
