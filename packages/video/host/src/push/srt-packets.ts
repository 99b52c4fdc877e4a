import { Fault } from '@kitestring/base/fault.ts';
import type { RelayReason } from './push-attempt.ts';
import type { SrtEncryption } from './srt-encryption.ts';

/*
 * Packets of SRT. Source: draft-sharabayko-srt-01, sections 3 and 4.3.
 */

/** The relay refuses the connection, or sends no SRT. */
export class SrtFault extends Fault {
  readonly reason: RelayReason;
  readonly detail: string | undefined;

  constructor(reason: RelayReason, detail?: string) {
    super(reason);
    this.reason = reason;
    this.detail = detail;
  }
}

export const SRT_CONTROL = { handshake: 0, keepAlive: 1, ack: 2, nak: 3, shutdown: 5, ackAck: 6 } as const;

const HEAD_BYTES = 16;
const HANDSHAKE_BYTES = 48;
/** Induction has the version of UDT, and says that a datagram is a message. */
const INDUCTION = { version: 4, extensions: 2, type: 1 } as const;
const CONCLUSION = { version: 5, type: 0xffff_ffff } as const;
const EXTENSION = {
  request: 1,
  keys: 3,
  keysAnswer: 4,
  streamId: 5,
  requestFlag: 1,
  keysFlag: 2,
  configFlag: 4,
} as const;
const SRT_VERSION = 0x01_0500;
/** Delivery in time at both ends, late packets dropped, losses told again and again, repeats marked; and that cryptography is understood, which the draft wants of everyone. */
const FLAGS = 0x3f;
const MTU_BYTES = 1500;
const WINDOW_PACKETS = 8192;
/** Types of a refusal begin here. */
const REFUSED = 1000;
const REFUSALS: ReadonlyMap<number, string> = new Map([
  [1010, 'another passphrase is wanted'],
  [1011, 'one end has a passphrase, the other has none'],
]);
/** Flag: the packet is encrypted with the even key. */
const EVEN_KEY = 0x0800_0000;

interface Sent {
  /** Microseconds since the connection began. */
  readonly timeUs: number;
  readonly peerId: number;
}

export function controlPacket(
  type: number,
  { peerId, timeUs }: Sent,
  info = 0,
  content: Uint8Array = Buffer.alloc(4),
): Buffer {
  const packet = Buffer.alloc(HEAD_BYTES + content.length);
  packet.writeUInt16BE(0x8000 | type, 0);
  packet.writeUInt32BE(info, 4);
  packet.writeUInt32BE(timeUs % 2 ** 32, 8);
  packet.writeUInt32BE(peerId, 12);
  packet.set(content, HEAD_BYTES);
  return packet;
}

interface DataPacket extends Sent {
  readonly sequence: number;
  readonly message: number;
  readonly isEncrypted: boolean;
  readonly content: Uint8Array;
}

/** A whole message in one packet. */
export function dataPacket({ content, isEncrypted, message, peerId, sequence, timeUs }: DataPacket): Buffer {
  const packet = Buffer.allocUnsafe(HEAD_BYTES + content.length);
  packet.writeUInt32BE(sequence, 0);
  packet.writeUInt32BE((0xc000_0000 | (isEncrypted ? EVEN_KEY : 0) | message) >>> 0, 4);
  packet.writeUInt32BE(timeUs % 2 ** 32, 8);
  packet.writeUInt32BE(peerId, 12);
  packet.set(content, HEAD_BYTES);
  return packet;
}

/** Marks a packet that is sent again. */
export function markRepeated(packet: Buffer): void {
  packet[4] = (packet[4] ?? 0) | 0x04;
}

interface Greeting {
  readonly sequence: number;
  readonly ownId: number;
}

export const induction = (greeting: Greeting): Buffer =>
  controlPacket(SRT_CONTROL.handshake, { timeUs: 0, peerId: 0 }, 0, handshake(greeting, INDUCTION, 0));

interface Wishes {
  readonly latencyMs: number;
  /** Empty for none. */
  readonly streamId: string;
  readonly encryption: Pick<SrtEncryption, 'keyBytes' | 'keyMaterial'> | undefined;
}

export function conclusion(greeting: Greeting, cookie: number, { encryption, latencyMs, streamId }: Wishes): Buffer {
  const extensions =
    EXTENSION.requestFlag |
    (encryption === undefined ? 0 : EXTENSION.keysFlag) |
    (streamId === '' ? 0 : EXTENSION.configFlag);
  const request = Buffer.alloc(16);
  request.writeUInt16BE(EXTENSION.request, 0);
  request.writeUInt16BE(3, 2);
  request.writeUInt32BE(SRT_VERSION, 4);
  request.writeUInt32BE(FLAGS, 8);
  request.writeUInt16BE(latencyMs, 12);
  request.writeUInt16BE(latencyMs, 14);
  const keys = encryption === undefined ? Buffer.alloc(0) : extension(EXTENSION.keys, encryption.keyMaterial);
  const keyWords = (encryption?.keyBytes ?? 0) / 8;
  const head = handshake(greeting, { ...CONCLUSION, extensions, keyWords }, cookie);
  const content = [head, request, keys, streamIdExtension(streamId)];
  return controlPacket(SRT_CONTROL.handshake, { timeUs: 0, peerId: 0 }, 0, Buffer.concat(content));
}

interface HandshakeKind {
  readonly version: number;
  readonly extensions: number;
  readonly type: number;
  /** Length of the key in words of eight bytes; 0 without encryption. */
  readonly keyWords?: number;
}

function handshake(
  { ownId, sequence }: Greeting,
  { extensions, keyWords = 0, type, version }: HandshakeKind,
  cookie: number,
): Buffer {
  const bytes = Buffer.alloc(HANDSHAKE_BYTES);
  bytes.writeUInt32BE(version, 0);
  bytes.writeUInt16BE(keyWords, 4);
  bytes.writeUInt16BE(extensions, 6);
  [sequence, MTU_BYTES, WINDOW_PACKETS, type, ownId, cookie].forEach((value, index) => {
    bytes.writeUInt32BE(value, 8 + 4 * index);
  });
  return bytes;
}

/** Text in words of four bytes, each of them reversed. */
function streamIdExtension(streamId: string): Buffer {
  if (streamId === '') return Buffer.alloc(0);
  const text = Buffer.alloc(4 * Math.ceil(Buffer.byteLength(streamId) / 4));
  text.write(streamId);
  return extension(EXTENSION.streamId, text.swap32());
}

/** @param content whole words of four bytes */
function extension(type: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(content.length / 4, 2);
  return Buffer.concat([head, content]);
}

type HandshakeAnswer =
  | { readonly kind: 'induction'; readonly cookie: number }
  /** `hasKey`: the relay has understood the key material. */
  | { readonly kind: 'conclusion'; readonly peerId: number; readonly hasKey: boolean };

/** @throws SrtFault when it refuses */
export function readHandshake(packet: Buffer): HandshakeAnswer {
  if (packet.length < HEAD_BYTES + HANDSHAKE_BYTES) throw new SrtFault('not_srt');
  const word = (index: number) => packet.readUInt32BE(HEAD_BYTES + 4 * index);
  const [version, type, peerId, cookie] = [word(0), word(5), word(6), word(7)];
  if (type === CONCLUSION.type) return { kind: 'conclusion', peerId, hasKey: hasKey(packet) };
  if (type >= REFUSED && type < CONCLUSION.type) {
    throw new SrtFault('refused', REFUSALS.get(type) ?? `SRT code ${type}`);
  }
  if (version !== CONCLUSION.version) throw new SrtFault('old_srt', String(version));
  return { kind: 'induction', cookie };
}

/** A relay that cannot use the key answers with one word, its state, in place of the key material. */
function hasKey(packet: Buffer): boolean {
  for (let at = HEAD_BYTES + HANDSHAKE_BYTES; at + 4 <= packet.length; ) {
    const [type, words] = [packet.readUInt16BE(at), packet.readUInt16BE(at + 2)];
    if (type === EXTENSION.keysAnswer) return words > 1;
    at += 4 + 4 * words;
  }
  return false;
}

/** Type of a control packet; undefined for data. */
export const controlType = (packet: Buffer): number | undefined =>
  packet.length >= HEAD_BYTES && (packet[0] ?? 0) >= 0x80 ? packet.readUInt16BE(0) & 0x7fff : undefined;

/** Number of an acknowledgement, 0 for a light one, and the first packet that is missing. */
export const readAck = (packet: Buffer): { readonly number: number; readonly next: number } | undefined =>
  packet.length < HEAD_BYTES + 4
    ? undefined
    : { number: packet.readUInt32BE(4), next: packet.readUInt32BE(HEAD_BYTES) & 0x7fff_ffff };

/** Ranges of lost packets, both ends included. */
export function readNak(packet: Buffer): readonly (readonly [first: number, last: number])[] {
  const ranges: [number, number][] = [];
  for (let at = HEAD_BYTES; at + 4 <= packet.length; at += 4) {
    const first = packet.readUInt32BE(at);
    if (first < 0x8000_0000) ranges.push([first, first]);
    else if (at + 8 <= packet.length) {
      ranges.push([first & 0x7fff_ffff, packet.readUInt32BE(at + 4) & 0x7fff_ffff]);
      at += 4;
    }
  }
  return ranges;
}
