import { type RTCRtpTransceiver, RTP_EXTENSION_URI, RtpHeader } from 'werift';
import type { AccessUnit } from '../access-unit.ts';
import { writeSenderReport } from '../rtp/rtcp.ts';
import { RTP_HEADER_BYTES } from '../rtp/rtp-packet.ts';
import { CANONICAL_NAME, wireTime } from '../rtp/rtp-stream.ts';
import { PacketHistory } from './packet-history.ts';

/** Header extension of libwebrtc by which the sender sets the receiver's playout delay. */
export const PLAYOUT_DELAY = 'http://www.webrtc.org/experiments/rtp-hdrext/playout-delay';
/** Minimum and maximum 0: show each picture at once. */
const NO_DELAY = Buffer.of(0, 0, 0);
const MARKER = 0x80;
const REPORT_EVERY_MS = 1000;

/**
 * Encrypts and sends the packets of one connection. The library's own sender takes a third more processor time: it makes
 * the extensions of the header for each packet, and keeps what it was made of.
 */
export class PacketSender {
  readonly #sender: RTCRtpTransceiver['sender'];
  readonly #header: PacketHeader;
  readonly #history = new PacketHistory<Buffer>();
  readonly #sent = { packets: 0, bytes: 0 };
  #sequence = 0;
  #reportAtMs = 0;

  /** @param transceiver connected @param playoutDelayId number of that header extension, if the receiver has it */
  constructor(transceiver: RTCRtpTransceiver, playoutDelayId: number | undefined) {
    this.#sender = transceiver.sender;
    this.#header = new PacketHeader(transceiver, playoutDelayId);
  }

  /** @returns the transport-wide number of the packet */
  send(payload: Buffer, timestamp: number, marker: boolean): number {
    const transport = this.#sender.dtlsTransport;
    const wide = (transport.transportSequenceNumber + 1) & 0xffff;
    transport.transportSequenceNumber = wide;
    this.#header.set(this.#sequence, timestamp, marker, wide);
    const sealed = transport.srtp.encrypt(payload, this.#header);
    this.#history.sent(this.#sequence, sealed);
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#sent.packets += 1;
    this.#sent.bytes += payload.length;
    this.#give(sealed);
    return wide;
  }

  /** Sends a report that relates the picture's time to real time, when it is due. */
  report(unit: AccessUnit): void {
    const nowMs = performance.now();
    if (nowMs < this.#reportAtMs) return;
    this.#reportAtMs = nowMs + REPORT_EVERY_MS;
    const { dtlsTransport, ssrc } = this.#sender;
    const { realTimeMs } = unit;
    const report = { ssrc, realTimeMs, rtpTimestamp: wireTime(unit), ...this.#sent };
    this.#give(dtlsTransport.srtcp.encrypt(writeSenderReport(report, CANONICAL_NAME)));
  }

  again(lost: readonly number[]): void {
    for (const sequence of lost) {
      const sealed = this.#history.again(sequence);
      if (sealed !== undefined) this.#give(sealed);
    }
  }

  /** Nothing that was sent so far is sent again. */
  forget(): void {
    this.#history.clear();
  }

  #give(sealed: Buffer): void {
    const transport = this.#sender.dtlsTransport;
    transport.bytesSent += sealed.length;
    // A packet that cannot be sent is lost, as in the network.
    transport.iceTransport.connection.send(sealed).catch(() => {});
  }
}

/** Header of all packets of a connection: few of its bytes change from one to the next. */
class PacketHeader extends RtpHeader {
  readonly #bytes: Buffer;
  /** Where the transport-wide number is; undefined without. */
  readonly #wideAt: number | undefined;

  constructor({ headerExtensions, mid, sender }: RTCRtpTransceiver, playoutDelayId: number | undefined) {
    const contents = new Map([
      [RTP_EXTENSION_URI.sdesMid as string, Buffer.from(mid ?? '')],
      [RTP_EXTENSION_URI.transportWideCC, Buffer.alloc(2)],
    ]);
    const wideId = headerExtensions.find(({ uri }) => uri === RTP_EXTENSION_URI.transportWideCC)?.id;
    const extensions = headerExtensions.flatMap(({ id, uri }) => {
      const payload = contents.get(uri);
      return payload === undefined || payload.length === 0 ? [] : [{ id, payload }];
    });
    if (playoutDelayId !== undefined) extensions.push({ id: playoutDelayId, payload: NO_DELAY });
    extensions.sort((a, b) => a.id - b.id);
    super({ ssrc: sender.ssrc, payloadType: sender.codec?.payloadType ?? 0, extensions });
    this.#bytes = super.serialize(super.serializeSize);
    let at = RTP_HEADER_BYTES + 4;
    for (const { id, payload } of extensions) {
      if (id === wideId) this.#wideAt = at + 1;
      at += 1 + payload.length;
    }
  }

  set(sequence: number, timestamp: number, marker: boolean, wide: number): void {
    this.sequenceNumber = sequence;
    this.#bytes[1] = (marker ? MARKER : 0) | this.payloadType;
    this.#bytes.writeUInt16BE(sequence, 2);
    this.#bytes.writeUInt32BE(timestamp, 4);
    if (this.#wideAt !== undefined) this.#bytes.writeUInt16BE(wide, this.#wideAt);
  }

  override get serializeSize(): number {
    return this.#bytes.length;
  }

  override serialize(): Buffer<ArrayBuffer> {
    return this.#bytes as Buffer<ArrayBuffer>;
  }
}
