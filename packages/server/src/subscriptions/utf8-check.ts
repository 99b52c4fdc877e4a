/**
 * Lead bytes of multi-byte characters, with the number of continuation bytes and the range of the first (RFC 3629
 * section 4).
 */
function follows(first: number): readonly [count: number, least: number, most: number] | undefined {
  if (first >= 0xc2 && first <= 0xdf) return [1, 0x80, 0xbf];
  if (first === 0xe0) return [2, 0xa0, 0xbf];
  // Surrogates are invalid.
  if (first === 0xed) return [2, 0x80, 0x9f];
  if (first >= 0xe1 && first <= 0xef) return [2, 0x80, 0xbf];
  if (first === 0xf0) return [3, 0x90, 0xbf];
  if (first >= 0xf1 && first <= 0xf3) return [3, 0x80, 0xbf];
  // Up to U+10FFFF.
  return first === 0xf4 ? [3, 0x80, 0x8f] : undefined;
}

/** Validates UTF-8 incrementally, and fails at the first invalid byte. */
export class Utf8Check {
  #missing = 0;
  #least = 0;
  #most = 0;

  /** The text so far ends with a complete character. */
  get isWhole(): boolean {
    return this.#missing === 0;
  }

  /** @returns false at the first invalid byte */
  take(byte: number): boolean {
    if (this.#missing === 0) return byte < 0x80 || this.#begin(byte);
    if (byte < this.#least || byte > this.#most) return false;
    this.#missing -= 1;
    this.#least = 0x80;
    this.#most = 0xbf;
    return true;
  }

  #begin(byte: number): boolean {
    const expected = follows(byte);
    if (expected === undefined) return false;
    [this.#missing, this.#least, this.#most] = expected;
    return true;
  }
}
