import { randomBytes } from 'node:crypto';
import type { AccessUnit } from '../access-unit.ts';
import { batchPackets, type PacketBatch, type PicturePayloads } from './packet-batch.ts';
import { type ReceptionReport, shortNtp, writeBye, writeSenderReport } from './rtcp.ts';

/** RTCP requires a constant name; this one discloses nothing about the machine. */
export const CANONICAL_NAME = 'kitestring';
/**
 * Number of sender reports kept: receivers respond within a few seconds, and older ones do not give the current round
 * trip.
 */
const REPORTS_KEPT = 4;

export interface RtpStreamStats {
  readonly ssrc: number;
  readonly packets: number;
  readonly bytes: number;
  /** Last report of the receiver; undefined before. */
  readonly lossFraction: number | undefined;
  readonly lostPackets: number | undefined;
  readonly jitterMs: number | undefined;
  readonly roundTripMs: number | undefined;
}

/** One RTP stream to one receiver, with the reports in both directions. */
export class RtpStream {
  readonly ssrc = randomBytes(4).readUInt32BE();
  readonly #payloadType: number;
  readonly #clockHz: number;
  readonly #sentReports = new Map<number, number>();
  #sequence = randomBytes(2).readUInt16BE();
  #packets = 0;
  #bytes = 0;
  #reception: ReceptionReport | undefined;
  #roundTripMs: number | undefined;

  constructor(payloadType: number, clockHz: number) {
    this.#payloadType = payloadType;
    this.#clockHz = clockHz;
  }

  /** Sequence number of the next packet. */
  get nextSequence(): number {
    return this.#sequence;
  }

  get stats(): RtpStreamStats {
    return {
      ssrc: this.ssrc,
      packets: this.#packets,
      bytes: this.#bytes,
      lossFraction: this.#reception?.lossFraction,
      lostPackets: this.#reception?.lostPackets,
      jitterMs: this.#reception && (this.#reception.jitter / this.#clockHz) * 1000,
      roundTripMs: this.#roundTripMs,
    };
  }

  packets(picture: PicturePayloads, unit: AccessUnit): PacketBatch {
    const batch = batchPackets(picture, {
      payloadType: this.#payloadType,
      sequence: this.#sequence,
      timestamp: wireTime(unit),
      ssrc: this.ssrc,
    });
    this.#sequence = (this.#sequence + picture.payloads.length) & 0xffff;
    this.#packets += picture.payloads.length;
    this.#bytes += picture.bytes;
    return batch;
  }

  /** Sender report for `unit`. @param nowMs for the measurement of the round trip */
  senderReport(unit: AccessUnit, nowMs: number): Buffer {
    this.#sentReports.set(shortNtp(unit.realTimeMs), nowMs);
    for (const oldest of this.#sentReports.keys()) {
      if (this.#sentReports.size <= REPORTS_KEPT) break;
      this.#sentReports.delete(oldest);
    }
    const { ssrc } = this;
    const sent = { packets: this.#packets, bytes: this.#bytes };
    return writeSenderReport(
      { ssrc, realTimeMs: unit.realTimeMs, rtpTimestamp: wireTime(unit), ...sent },
      CANONICAL_NAME,
    );
  }

  bye(): Buffer {
    return writeBye(this.ssrc, CANONICAL_NAME);
  }

  receive(report: ReceptionReport, nowMs: number): void {
    this.#reception = report;
    const sentMs = this.#sentReports.get(report.lastReportNtp);
    if (sentMs === undefined || report.lastReportNtp === 0) return;
    this.#roundTripMs = Math.max(0, nowMs - sentMs - (report.sinceLastReport / 65_536) * 1000);
  }
}

/** RTP timestamp on the wire: without an offset, so that it equals the time in the stream's state. */
export const wireTime = ({ rtpTime }: AccessUnit): number => rtpTime % 2 ** 32;
