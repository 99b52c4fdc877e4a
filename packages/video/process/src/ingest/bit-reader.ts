/** Reads the bits of a NAL unit by ITU-T H.264 (7.2, 9.1). @throws RangeError beyond the end */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  /** @param nal without start code; emulation prevention bytes are removed */
  constructor(nal: Uint8Array) {
    this.#bytes = withoutEmulation(nal);
  }

  /** Bits that have been read. */
  get position(): number {
    return this.#at;
  }

  bit(): number {
    const byte = this.#bytes[this.#at >> 3];
    if (byte === undefined) throw new RangeError('it is cut off');
    return (byte >> (7 - (this.#at++ & 7))) & 1;
  }

  flag(): boolean {
    return this.bit() === 1;
  }

  /** @param count 32 at most */
  bits(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left -= 1) value = value * 2 + this.bit();
    return value;
  }

  /** An exponential Golomb code, `ue(v)`. */
  unsigned(): number {
    let zeros = 0;
    while (this.bit() === 0) {
      zeros += 1;
      if (zeros > 31) throw new RangeError('a number has more than 32 bits');
    }
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  /** `se(v)`. */
  signed(): number {
    const code = this.unsigned();
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
  }
}

/** 7.4.1: a 3 after two zeros is an emulation prevention byte. */
export function withoutEmulation(nal: Uint8Array): Uint8Array {
  const kept = new Uint8Array(nal.length);
  let length = 0;
  let zeros = 0;
  for (const byte of nal) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    kept[length++] = byte;
  }
  return kept.subarray(0, length);
}

/** The inverse: inserts emulation prevention bytes. */
export function withEmulation(data: Uint8Array): Uint8Array {
  const bytes: number[] = [];
  let zeros = 0;
  for (const byte of data) {
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}
