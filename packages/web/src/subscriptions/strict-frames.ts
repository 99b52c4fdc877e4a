/** Violation of RFC 6455 by a client, and its close code. */
interface FrameFault {
  readonly code: 1002 | 1007;
  readonly reason: string;
}

const BAD_LENGTH: FrameFault = { code: 1002, reason: 'a length must be written in as few bytes as it needs' };
const BAD_TEXT: FrameFault = { code: 1007, reason: 'a text message must be UTF-8' };

const OPCODE = { continuation: 0, text: 1, firstControl: 8 } as const;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

/**
 * Checks a client's bytes in parallel to the WebSocket library, for two rules that the library does not enforce:
 * minimal length encoding (section 5.2), and failure of invalid UTF-8 at its first wrong byte rather than at the end
 * of a message that may never come (section 8.1). Everything else is checked by the library.
 */
export class StrictFrames {
  readonly #head: number[] = [];
  #mask: readonly number[] = [];
  #payloadLeft = 0;
  #maskAt = 0;
  #isText = false;
  #isFinal = false;
  /** State of the current text message, which may span several frames. */
  #utf8: Utf8Check | undefined;

  /** @returns the first fault; no further bytes may be read after one */
  read(chunk: Uint8Array): FrameFault | undefined {
    let at = 0;
    while (at < chunk.length) {
      if (this.#payloadLeft === 0) {
        this.#head.push(chunk[at] as number);
        at += 1;
        const fault = this.#headFault();
        if (fault !== undefined) return fault;
        if (this.#isHeadWhole()) this.#begin();
      } else {
        const end = Math.min(chunk.length, at + this.#payloadLeft);
        if (this.#isText && !this.#takeText(chunk, at, end)) return BAD_TEXT;
        this.#payloadLeft -= end - at;
        at = end;
      }
      if (this.#payloadLeft === 0 && this.#head.length === 0 && !this.#end()) return BAD_TEXT;
    }
    return undefined;
  }

  /** Number of extended length bytes. */
  get #lengthBytes(): number {
    const short = (this.#head[1] ?? 0) & 0x7f;
    return short === LENGTH_16 ? 2 : short === LENGTH_64 ? 8 : 0;
  }

  #isHeadWhole(): boolean {
    const isMasked = ((this.#head[1] ?? 0) & 0x80) !== 0;
    return this.#head.length >= 2 && this.#head.length === 2 + this.#lengthBytes + (isMasked ? 4 : 0);
  }

  #headFault(): FrameFault | undefined {
    const bytes = this.#lengthBytes;
    if (bytes === 0 || this.#head.length !== 2 + bytes) return undefined;
    const length = this.#length();
    return length < (bytes === 2 ? LENGTH_16 : 0x10000) ? BAD_LENGTH : undefined;
  }

  #length(): number {
    const bytes = this.#lengthBytes;
    if (bytes === 0) return (this.#head[1] ?? 0) & 0x7f;
    return this.#head.slice(2, 2 + bytes).reduce((length, byte) => length * 256 + byte, 0);
  }

  #begin(): void {
    const [first = 0] = this.#head;
    const opcode = first & 0x0f;
    this.#payloadLeft = this.#length();
    this.#mask = this.#head.slice(2 + this.#lengthBytes);
    this.#maskAt = 0;
    this.#head.length = 0;
    const isControl = opcode >= OPCODE.firstControl;
    if (opcode === OPCODE.text) this.#utf8 = new Utf8Check();
    else if (opcode !== OPCODE.continuation && !isControl) this.#utf8 = undefined;
    this.#isText = !isControl && this.#utf8 !== undefined;
    this.#isFinal = !isControl && (first & 0x80) !== 0;
  }

  #takeText(chunk: Uint8Array, from: number, to: number): boolean {
    for (let at = from; at < to; at += 1) {
      const byte = (chunk[at] as number) ^ (this.#mask[this.#maskAt & 3] ?? 0);
      this.#maskAt += 1;
      if (this.#utf8?.take(byte) === false) return false;
    }
    return true;
  }

  /** End of a frame. @returns false when it also ends an incomplete text */
  #end(): boolean {
    if (!this.#isFinal) return true;
    const isWhole = this.#utf8?.isWhole !== false;
    this.#utf8 = undefined;
    this.#isFinal = false;
    return isWhole;
  }
}

/** Lead bytes of multi-byte characters, with the number of continuation bytes and the range of the first (RFC 3629 section 4). */
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
class Utf8Check {
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
