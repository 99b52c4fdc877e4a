import { nalType } from '../encode/nal-units.ts';
import { AGGREGATE, FRAGMENT } from './payload-types.ts';
import type { RtpPacket } from './rtp-packet.ts';

/** Larger pictures are taken for nonsense: a key frame of 4K at the highest quality has about 2 MB. */
const PICTURE_MAX_BYTES = 8 * 1024 * 1024;

/** One picture as it came out of packets. */
export interface ReceivedPicture {
  readonly nals: readonly Buffer[];
  /** 90 kHz, 32 bits, as on the wire. */
  readonly rtpTimestamp: number;
}

/** Puts the NAL units of pictures together from RTP packets (RFC 6184, modes 0 and 1). A picture with a gap is dropped whole. */
export class H264Depacketiser {
  #nals: Buffer[] = [];
  #fragments: Buffer[] = [];
  #bytes = 0;
  #timestamp: number | undefined;
  #nextSequence: number | undefined;
  #isBroken = false;
  #dropped = 0;

  /** Pictures that were dropped because a part was missing or wrong. */
  get droppedPictures(): number {
    return this.#dropped;
  }

  /** Takes packets in the order of their sequence numbers. @returns a picture when this packet ends one */
  push(packet: RtpPacket): ReceivedPicture | undefined {
    const isGap = this.#nextSequence !== undefined && packet.sequence !== this.#nextSequence;
    this.#nextSequence = (packet.sequence + 1) & 0xffff;
    // The marker of the picture before was lost: what there is of it has no end.
    if (packet.timestamp !== this.#timestamp && this.#hasParts) this.#drop();
    this.#timestamp = packet.timestamp;
    if (isGap || !this.#take(packet.payload)) this.#isBroken = true;
    return packet.marker ? this.#finish(packet.timestamp) : undefined;
  }

  get #hasParts(): boolean {
    return this.#nals.length > 0 || this.#fragments.length > 0 || this.#isBroken;
  }

  #finish(rtpTimestamp: number): ReceivedPicture | undefined {
    if (this.#isBroken || this.#fragments.length > 0) return this.#drop();
    const nals = this.#nals;
    this.#clear();
    return nals.length === 0 ? undefined : { nals, rtpTimestamp };
  }

  #drop(): undefined {
    this.#dropped += 1;
    this.#clear();
  }

  #clear(): void {
    this.#nals = [];
    this.#fragments = [];
    this.#bytes = 0;
    this.#isBroken = false;
  }

  #take(payload: Buffer): boolean {
    this.#bytes += payload.length;
    if (payload.length === 0 || this.#bytes > PICTURE_MAX_BYTES) return false;
    const type = nalType(payload);
    if (type === FRAGMENT) return this.#takeFragment(payload);
    if (this.#fragments.length > 0) return false;
    if (type === AGGREGATE) return this.#takeAggregate(payload);
    if (type === 0 || type > AGGREGATE) return false;
    this.#nals.push(payload);
    return true;
  }

  #takeAggregate(payload: Buffer): boolean {
    let at = 1;
    while (at + 2 <= payload.length) {
      const end = at + 2 + payload.readUInt16BE(at);
      if (end === at + 2 || end > payload.length) return false;
      this.#nals.push(payload.subarray(at + 2, end));
      at = end;
    }
    return at === payload.length && at > 1;
  }

  #takeFragment(payload: Buffer): boolean {
    const [indicator = 0, header = 0] = payload;
    if (payload.length < 3) return false;
    const isStart = (header & 0x80) !== 0;
    if (isStart !== (this.#fragments.length === 0)) return false;
    if (isStart) this.#fragments.push(Buffer.of((indicator & 0xe0) | (header & 0x1f)));
    this.#fragments.push(payload.subarray(2));
    if ((header & 0x40) === 0) return true;
    this.#nals.push(Buffer.concat(this.#fragments));
    this.#fragments = [];
    return true;
  }
}
