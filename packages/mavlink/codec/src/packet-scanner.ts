import { crc16, crc16Continued, isReachable } from './crc.ts';
import { definitionOf } from './definition.ts';
import { CHECKSUM, HEADER_V1, HEADER_V2, IS_SIGNED, idAt, Packet, SIGNATURE, STX_V1, STX_V2 } from './packet.ts';

/** Length of a packet when too few bytes of it are there to say. */
const UNKNOWN = Number.POSITIVE_INFINITY;
/** Length where no packet can begin. */
const NONE = 0;

/**
 * Bytes of wrong checksums in one scan, for each of its bytes and in any case: noise has one for each two of its bytes. Beyond that the rest is
 * given up, because bytes that are all false starts would take 0.9 us each.
 */
const WRONG_PER_BYTE = 8;
const WRONG_ANYWAY = 100_000;

/** Finds intact packets in bytes of any origin. */
export class PacketScanner {
  /** Bytes outside of packets. */
  garbageBytes = 0;
  /** Packets that were not delivered because of their checksum; some of them only looked like one. */
  badChecksums = 0;
  readonly #prefix: number;
  readonly #onPacket: (packet: Packet, prefixAt: number, bytes: Uint8Array) => void;

  /** @param prefix bytes before each packet that belong to it */
  constructor(prefix: number, onPacket: (packet: Packet, prefixAt: number, bytes: Uint8Array) => void) {
    this.#prefix = prefix;
    this.#onPacket = onPacket;
  }

  /**
   * Delivers each intact packet. After a wrong checksum the search continues at the next byte, so that a false start hides no packet.
   * @param isEnd no further bytes follow: what is incomplete is garbage
   * @returns start of an incomplete packet, or the end of the bytes
   */
  scan(bytes: Uint8Array, isEnd: boolean): number {
    let prefixAt = 0;
    let wrongLeft = WRONG_ANYWAY + WRONG_PER_BYTE * bytes.length;
    while (prefixAt < bytes.length) {
      const at = prefixAt + this.#prefix;
      const length = lengthAt(bytes, at);
      const isIncomplete = at + length > bytes.length;
      if (isIncomplete && !isEnd) return prefixAt;
      const isCandidate = length !== NONE && !isIncomplete;
      if (isCandidate && isIntactAt(bytes, at)) {
        this.#onPacket(new Packet(bytes.subarray(at, at + length)), prefixAt, bytes);
        prefixAt = at + length;
        continue;
      }
      if (isCandidate) {
        this.badChecksums += 1;
        wrongLeft -= length;
      }
      const step = wrongLeft > 0 ? 1 : bytes.length - prefixAt;
      this.garbageBytes += step;
      prefixAt += step;
    }
    return prefixAt;
  }
}

function lengthAt(bytes: Uint8Array, at: number): number {
  if (at >= bytes.length) return UNKNOWN;
  if (bytes[at] === STX_V1) return at + 1 < bytes.length ? HEADER_V1 + bytes[at + 1]! + CHECKSUM : UNKNOWN;
  if (bytes[at] !== STX_V2) return NONE;
  if (at + 2 >= bytes.length) return UNKNOWN;
  const flags = bytes[at + 2]!;
  // Packets with other incompatibility flags must be discarded.
  if ((flags & ~IS_SIGNED) !== 0) return NONE;
  return HEADER_V2 + bytes[at + 1]! + CHECKSUM + (flags === IS_SIGNED ? SIGNATURE : 0);
}

/** The checksum of an unknown message includes an unknown byte: some byte must make it right. */
function isIntactAt(bytes: Uint8Array, at: number): boolean {
  const isV1 = bytes[at] === STX_V1;
  const end = at + (isV1 ? HEADER_V1 : HEADER_V2) + bytes[at + 1]!;
  const received = bytes[end]! | (bytes[end + 1]! << 8);
  const crc = crc16(bytes, at + 1, end);
  const definition = definitionOf(idAt(bytes, at));
  return definition === undefined ? isReachable(crc, received) : crc16Continued(crc, definition.crcExtra) === received;
}

export function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
