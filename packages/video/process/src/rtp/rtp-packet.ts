export const RTP_HEADER_BYTES = 12;
const RTP_VERSION = 2;

/** Header of an RTP packet. Source: RFC 3550 section 5.1. */
export interface RtpHeader {
  /** For video: the last packet of a picture. */
  readonly marker: boolean;
  readonly payloadType: number;
  /** 16 bits. */
  readonly sequence: number;
  /** 32 bits; for video 90 kHz. */
  readonly timestamp: number;
  readonly ssrc: number;
}

export interface RtpPacket extends RtpHeader {
  readonly payload: Buffer;
}

/** Writes a twelve-byte header without contributing sources or extension. */
export function writeRtpHeader(target: Buffer, offset: number, header: RtpHeader): void {
  target[offset] = RTP_VERSION << 6;
  target[offset + 1] = (header.marker ? 0x80 : 0) | header.payloadType;
  target.writeUInt16BE(header.sequence, offset + 2);
  target.writeUInt32BE(header.timestamp, offset + 4);
  target.writeUInt32BE(header.ssrc, offset + 8);
}

/** @returns undefined for invalid bytes */
export function readRtpPacket(bytes: Buffer): RtpPacket | undefined {
  const [first = 0, second = 0] = bytes;
  if (bytes.length < RTP_HEADER_BYTES || first >> 6 !== RTP_VERSION) return undefined;
  const start = payloadStart(bytes, first);
  const padding = (first & 0x20) === 0 ? 0 : (bytes.at(-1) ?? 0);
  const end = bytes.length - padding;
  const isPaddedWrong = (first & 0x20) !== 0 && padding === 0;
  if (start === undefined || end < start || isPaddedWrong) return undefined;
  return {
    marker: (second & 0x80) !== 0,
    payloadType: second & 0x7f,
    sequence: bytes.readUInt16BE(2),
    timestamp: bytes.readUInt32BE(4),
    ssrc: bytes.readUInt32BE(8),
    payload: bytes.subarray(start, end),
  };
}

function payloadStart(bytes: Buffer, first: number): number | undefined {
  const start = RTP_HEADER_BYTES + 4 * (first & 0x0f);
  if ((first & 0x10) === 0) return start;
  if (start + 4 > bytes.length) return undefined;
  return start + 4 + 4 * bytes.readUInt16BE(start + 2);
}
