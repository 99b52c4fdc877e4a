import { NTP_EPOCH_S } from '@kitestring/station-contract/video/ntp.ts';

/** Packet types of RTCP. Source: RFC 3550 section 12.1. */
const TYPE = { senderReport: 200, receiverReport: 201, description: 202, bye: 203 } as const;

const VERSION_BITS = 2 << 6;
const REPORT_BLOCK_BYTES = 24;

/** Pair of picture time and real time, with the sender's counts. */
interface SenderReport {
  readonly ssrc: number;
  /** When the picture was taken, milliseconds since 1970. */
  readonly realTimeMs: number;
  /** RTP timestamp of the same picture, 32 bits. */
  readonly rtpTimestamp: number;
  readonly packets: number;
  /** Payload bytes. */
  readonly bytes: number;
}

/** Reception quality by a receiver. */
export interface ReceptionReport {
  /** Sender that it is about. */
  readonly ssrc: number;
  /** Fraction of packets lost since the previous report, 0 to 1. */
  readonly lossFraction: number;
  /** Total packets lost; negative with duplicates. */
  readonly lostPackets: number;
  /** In units of the RTP clock. */
  readonly jitter: number;
  /** Middle 32 bits of the NTP time of the last sender report received; 0: none. */
  readonly lastReportNtp: number;
  /** Since that report, in units of 1/65536 s. */
  readonly sinceLastReport: number;
}

/** Content of a receiver's compound packet. */
interface ReceivedRtcp {
  readonly reports: readonly ReceptionReport[];
  /** The receiver has sent BYE. */
  readonly isBye: boolean;
}

/** Middle 32 bits of an NTP time, by which receivers identify a sender report. */
export function shortNtp(realTimeMs: number): number {
  const { seconds, fraction } = ntpTime(realTimeMs);
  return ((seconds & 0xffff) * 0x1_0000 + (fraction >>> 16)) >>> 0;
}

function ntpTime(realTimeMs: number): { seconds: number; fraction: number } {
  const wholeS = Math.floor(realTimeMs / 1000);
  const fraction = Math.floor(((realTimeMs - wholeS * 1000) / 1000) * 2 ** 32);
  // NTP's first era ends in 2036, when the seconds wrap.
  return { seconds: (wholeS + NTP_EPOCH_S) % 2 ** 32, fraction };
}

/** A compound packet: sender report, then the CNAME required by RFC 3550 section 6.1. */
export function writeSenderReport(report: SenderReport, name: string): Buffer {
  const head = Buffer.alloc(28);
  head[0] = VERSION_BITS;
  head[1] = TYPE.senderReport;
  head.writeUInt16BE(6, 2);
  head.writeUInt32BE(report.ssrc, 4);
  const { seconds, fraction } = ntpTime(report.realTimeMs);
  head.writeUInt32BE(seconds, 8);
  head.writeUInt32BE(fraction, 12);
  head.writeUInt32BE(report.rtpTimestamp, 16);
  head.writeUInt32BE(report.packets % 2 ** 32, 20);
  head.writeUInt32BE(report.bytes % 2 ** 32, 24);
  return Buffer.concat([head, writeDescription(report.ssrc, name)]);
}

/** A compound packet with BYE, after an empty report, which must come first. */
export function writeBye(ssrc: number, name: string): Buffer {
  const report = Buffer.of(VERSION_BITS, TYPE.receiverReport, 0, 1, 0, 0, 0, 0);
  report.writeUInt32BE(ssrc, 4);
  const bye = Buffer.of(VERSION_BITS | 1, TYPE.bye, 0, 1, 0, 0, 0, 0);
  bye.writeUInt32BE(ssrc, 4);
  return Buffer.concat([report, writeDescription(ssrc, name), bye]);
}

/** CNAME of a sender or receiver. */
export function writeDescription(ssrc: number, name: string): Buffer {
  const text = Buffer.from(name, 'utf8').subarray(0, 255);
  // Item CNAME, its text, and at least one null byte up to a full word.
  const words = Math.ceil((8 + 2 + text.length + 1) / 4);
  const packet = Buffer.alloc(words * 4);
  packet[0] = VERSION_BITS | 1;
  packet[1] = TYPE.description;
  packet.writeUInt16BE(words - 1, 2);
  packet.writeUInt32BE(ssrc, 4);
  packet[8] = 1;
  packet[9] = text.length;
  packet.set(text, 10);
  return packet;
}

/** Parses a receiver's compound packet. @returns undefined for invalid bytes */
export function readRtcp(bytes: Buffer): ReceivedRtcp | undefined {
  const reports: ReceptionReport[] = [];
  let isBye = false;
  for (let at = 0; at < bytes.length; ) {
    const end = packetEnd(bytes, at);
    if (end === undefined) return undefined;
    const packet = bytes.subarray(at, end);
    const blocks = reportBlocks(packet);
    if (blocks === undefined) return undefined;
    reports.push(...blocks);
    isBye ||= packet[1] === TYPE.bye;
    at = end;
  }
  return bytes.length === 0 ? undefined : { reports, isBye };
}

function packetEnd(bytes: Buffer, at: number): number | undefined {
  if (at + 4 > bytes.length) return undefined;
  const [first = 0, type = 0] = bytes.subarray(at, at + 2);
  const end = at + 4 + 4 * bytes.readUInt16BE(at + 2);
  // Types 192 to 223 are RTCP's (RFC 5761 section 4).
  return first >> 6 !== 2 || type < 192 || type > 223 || end > bytes.length ? undefined : end;
}

/** @returns undefined when there are fewer blocks than declared */
function reportBlocks(packet: Buffer): ReceptionReport[] | undefined {
  const [first = 0, type] = packet;
  const start = type === TYPE.senderReport ? 28 : type === TYPE.receiverReport ? 8 : undefined;
  if (start === undefined) return [];
  const count = first & 0x1f;
  if (start + count * REPORT_BLOCK_BYTES > packet.length) return undefined;
  return Array.from({ length: count }, (_, index) => readBlock(packet, start + index * REPORT_BLOCK_BYTES));
}

const readBlock = (packet: Buffer, at: number): ReceptionReport => ({
  ssrc: packet.readUInt32BE(at),
  lossFraction: packet.readUInt8(at + 4) / 256,
  lostPackets: packet.readIntBE(at + 5, 3),
  jitter: packet.readUInt32BE(at + 12),
  lastReportNtp: packet.readUInt32BE(at + 16),
  sinceLastReport: packet.readUInt32BE(at + 20),
});
