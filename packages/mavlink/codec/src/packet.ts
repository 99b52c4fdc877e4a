/** First byte of a packet of each version. */
export const STX_V1 = 0xfe;
export const STX_V2 = 0xfd;

export const HEADER_V1 = 6;
export const HEADER_V2 = 10;
export const CHECKSUM = 2;
export const SIGNATURE = 13;
export const LONGEST_PAYLOAD = 255;
/** Longest packet of all: version 2, signed. */
export const LONGEST_PACKET = HEADER_V2 + LONGEST_PAYLOAD + CHECKSUM + SIGNATURE;

/** Bit of the incompatibility flags: a signature follows the checksum. */
export const IS_SIGNED = 1;

/** A complete packet with a correct checksum, as on the wire. `bytes` is a view of the received chunk. */
export class Packet {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get version(): 1 | 2 {
    return this.bytes[0] === STX_V1 ? 1 : 2;
  }

  get sequence(): number {
    return this.bytes[this.version === 1 ? 2 : 4]!;
  }

  get system(): number {
    return this.bytes[this.version === 1 ? 3 : 5]!;
  }

  get component(): number {
    return this.bytes[this.version === 1 ? 4 : 6]!;
  }

  get id(): number {
    return idAt(this.bytes, 0);
  }

  get isSigned(): boolean {
    return this.version === 2 && (this.bytes[2]! & IS_SIGNED) !== 0;
  }

  /** Without the zeros that the sender has trimmed. */
  get payload(): Uint8Array {
    const from = this.version === 1 ? HEADER_V1 : HEADER_V2;
    return this.bytes.subarray(from, from + this.bytes[1]!);
  }
}

/** Message id of the packet that begins at `at`. */
export function idAt(bytes: Uint8Array, at: number): number {
  if (bytes[at] === STX_V1) return bytes[at + 5]!;
  return bytes[at + 7]! | (bytes[at + 8]! << 8) | (bytes[at + 9]! << 16);
}
