import { NTP_EPOCH_S } from '@kitestring/station-contract/video/ntp.ts';
import { RTP_CLOCK_HZ } from '../access-unit.ts';
import { type ReceptionReport, readRtcp, shortNtp, writeDescription } from '../rtp/rtcp.ts';
import type { RtpPacket } from '../rtp/rtp-packet.ts';

const SENDER_REPORT = 200;
const SENDER_REPORT_BYTES = 28;
const RECEIVER_REPORT = 201;
const MOST_LOST = 0x7f_ffff;

/** Clock information of the camera. */
export interface CameraReport {
  readonly ssrc: number;
  readonly realTimeMs: number;
  readonly rtpTimestamp: number;
}

/** Receiver statistics of one sender, for the reports of RFC 3550 (section 6.4, appendix A). */
export class Reception {
  readonly ssrc: number;
  readonly #firstSequence: number;
  #highest: number;
  #received = 0;
  #jitter = 0;
  #lastTransit: number | undefined;
  #expectedBefore = 0;
  #receivedBefore = 0;
  #report: { readonly shortNtp: number; readonly atMs: number } | undefined;

  constructor(first: RtpPacket) {
    this.ssrc = first.ssrc;
    this.#firstSequence = first.sequence;
    this.#highest = first.sequence;
  }

  add({ sequence, timestamp }: RtpPacket, nowMs: number): void {
    this.#received += 1;
    const ahead = (sequence - (this.#highest & 0xffff) + 0x1_0000) & 0xffff;
    if (ahead < 0x8000) this.#highest += ahead;
    const transit = (nowMs * RTP_CLOCK_HZ) / 1000 - timestamp;
    const change = Math.abs((transit - (this.#lastTransit ?? transit)) % 2 ** 32);
    this.#lastTransit = transit;
    // A timestamp wrap is no jitter.
    if (change < 2 ** 31) this.#jitter += (change - this.#jitter) / 16;
  }

  learn({ realTimeMs }: CameraReport, nowMs: number): void {
    this.#report = { shortNtp: shortNtp(realTimeMs), atMs: nowMs };
  }

  /** Present statistics. */
  report(nowMs: number): ReceptionReport & { readonly highestSequence: number } {
    const expected = this.#highest - this.#firstSequence + 1;
    const expectedNow = expected - this.#expectedBefore;
    const lostNow = expectedNow - (this.#received - this.#receivedBefore);
    this.#expectedBefore = expected;
    this.#receivedBefore = this.#received;
    return {
      ssrc: this.ssrc,
      lossFraction: expectedNow <= 0 || lostNow <= 0 ? 0 : lostNow / expectedNow,
      lostPackets: Math.max(-MOST_LOST, Math.min(MOST_LOST, expected - this.#received)),
      highestSequence: this.#highest % 2 ** 32,
      jitter: Math.min(2 ** 32 - 1, Math.round(this.#jitter)),
      lastReportNtp: this.#report?.shortNtp ?? 0,
      sinceLastReport: this.#report === undefined ? 0 : Math.round(((nowMs - this.#report.atMs) * 65_536) / 1000),
    };
  }
}

/** A compound packet of a receiver. @param ssrc our own */
export function writeReceiverReport(
  ssrc: number,
  about: ReturnType<Reception['report']> | undefined,
  name: string,
): Buffer {
  const head = Buffer.alloc(about === undefined ? 8 : 32);
  head[0] = 0x80 | (about === undefined ? 0 : 1);
  head[1] = RECEIVER_REPORT;
  head.writeUInt16BE(head.length / 4 - 1, 2);
  head.writeUInt32BE(ssrc, 4);
  if (about !== undefined) {
    head.writeUInt32BE(about.ssrc, 8);
    head[12] = Math.min(255, Math.floor(about.lossFraction * 256));
    head.writeIntBE(about.lostPackets, 13, 3);
    head.writeUInt32BE(about.highestSequence, 16);
    head.writeUInt32BE(about.jitter, 20);
    head.writeUInt32BE(about.lastReportNtp, 24);
    head.writeUInt32BE(about.sinceLastReport % 2 ** 32, 28);
  }
  return Buffer.concat([head, writeDescription(ssrc, name)]);
}

interface ReceivedReports {
  readonly reports: readonly CameraReport[];
  /** The camera has sent BYE. */
  readonly isBye: boolean;
}

/** Parses a camera's RTCP; undefined for invalid bytes. */
export function readCameraReports(bytes: Buffer): ReceivedReports | undefined {
  const received = readRtcp(bytes);
  if (received === undefined) return undefined;
  const reports: CameraReport[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4 + 4 * bytes.readUInt16BE(at + 2)) {
    if (bytes[at + 1] === SENDER_REPORT && at + SENDER_REPORT_BYTES <= bytes.length) {
      const seconds = bytes.readUInt32BE(at + 8) - NTP_EPOCH_S;
      const realTimeMs = (seconds + bytes.readUInt32BE(at + 12) / 2 ** 32) * 1000;
      reports.push({ ssrc: bytes.readUInt32BE(at + 4), realTimeMs, rtpTimestamp: bytes.readUInt32BE(at + 16) });
    }
  }
  return { reports, isBye: received.isBye };
}
