import type { PictureCodec } from '../access-unit.ts';
import { type NalSyntax, nalSyntax } from '../encode/nal-syntax.ts';
import { PAYLOAD_TYPES } from './payload-types.ts';
import { PictureBytes } from './picture-bytes.ts';
import type { RtpPacket } from './rtp-packet.ts';

/** A picture reassembled from packets. */
export interface ReceivedPicture {
  readonly nals: readonly Buffer[];
  /** 90 kHz, 32 bits, as on the wire. */
  readonly rtpTimestamp: number;
}

const NOTHING: readonly ReceivedPicture[] = [];

/**
 * Reassembles NAL units and pictures from RTP packets (RFC 6184, modes 0 and 1; RFC 7798 in decoding order). A picture
 * with a gap is dropped completely. Where the sender sets no marker, the next timestamp ends a picture.
 */
export class Depacketiser {
  readonly #syntax: NalSyntax;
  readonly #types: (typeof PAYLOAD_TYPES)[PictureCodec];
  /** H.264 has no type 0. */
  readonly #leastType: number;
  readonly #bytes = new PictureBytes();
  #timestamp: number | undefined;
  #nextSequence: number | undefined;
  #isBroken = false;
  #trustsMarkers = true;
  #dropped = 0;

  constructor(codec: PictureCodec) {
    this.#syntax = nalSyntax(codec);
    this.#types = PAYLOAD_TYPES[codec];
    this.#leastType = codec === 'H.264' ? 1 : 0;
  }

  /** Number of dropped pictures with a missing or invalid part. */
  get droppedPictures(): number {
    return this.#dropped;
  }

  /**
   * Takes packets in order of their sequence numbers. @returns the pictures that this packet completes: one, seldom
   * two
   */
  push(packet: RtpPacket): readonly ReceivedPicture[] {
    const isGap = this.#nextSequence !== undefined && packet.sequence !== this.#nextSequence;
    this.#nextSequence = (packet.sequence + 1) & 0xffff;
    const before = packet.timestamp === this.#timestamp ? NOTHING : this.#endByTime(isGap);
    this.#timestamp = packet.timestamp;
    if (isGap || !this.#take(packet.payload)) this.#isBroken = true;
    if (!packet.marker || !this.#trustsMarkers) return before;
    const ended = this.#finish(packet.timestamp);
    return before.length === 0 ? ended : [...before, ...ended];
  }

  /** For senders that set the marker on every part of a picture: from now on only timestamps end a picture. */
  ignoreMarkers(): void {
    this.#trustsMarkers = false;
  }

  /** Resets: later packets are independent of earlier ones. */
  restart(): void {
    this.#clear();
    this.#timestamp = undefined;
    this.#nextSequence = undefined;
  }

  get #hasParts(): boolean {
    return !this.#bytes.isEmpty || this.#isBroken;
  }

  /** A new timestamp: the previous picture is complete, unless its end was lost. */
  #endByTime(isGap: boolean): readonly ReceivedPicture[] {
    if (!this.#hasParts || this.#timestamp === undefined) return NOTHING;
    return isGap ? this.#drop() : this.#finish(this.#timestamp);
  }

  #finish(rtpTimestamp: number): readonly ReceivedPicture[] {
    if (this.#isBroken || this.#bytes.isInside) return this.#drop();
    const nals = this.#bytes.take();
    return nals.length === 0 ? NOTHING : [{ nals, rtpTimestamp }];
  }

  #drop(): readonly ReceivedPicture[] {
    this.#dropped += 1;
    this.#clear();
    return NOTHING;
  }

  #clear(): void {
    this.#bytes.clear();
    this.#isBroken = false;
  }

  #take(payload: Buffer): boolean {
    if (payload.length < this.#syntax.headBytes || this.#isBroken) return false;
    const { aggregate, fragment } = this.#types;
    const type = this.#syntax.typeOf(payload);
    if (type === fragment) return this.#takeFragment(payload);
    if (this.#bytes.isInside) return false;
    if (type === aggregate) return this.#takeAggregate(payload);
    // The remaining types belong to modes that were not negotiated, or are undefined.
    return type >= this.#leastType && type < aggregate && this.#bytes.add(payload);
  }

  #takeAggregate(payload: Buffer): boolean {
    const { headBytes } = this.#syntax;
    let at = headBytes;
    while (at + 2 <= payload.length) {
      const end = at + 2 + payload.readUInt16BE(at);
      if (end === at + 2 || end > payload.length || !this.#bytes.add(payload.subarray(at + 2, end))) return false;
      at = end;
    }
    return at === payload.length && at > headBytes;
  }

  #takeFragment(payload: Buffer): boolean {
    const { headBytes, headWith, typeMask } = this.#syntax;
    const header = payload[headBytes] ?? 0;
    if (payload.length < headBytes + 2) return false;
    const isStart = (header & 0x80) !== 0;
    if (isStart === this.#bytes.isInside) return false;
    if (isStart) this.#bytes.begin(headWith(payload, header & typeMask));
    if (!this.#bytes.append(payload.subarray(headBytes + 1))) return false;
    if ((header & 0x40) !== 0) this.#bytes.end();
    return true;
  }
}
