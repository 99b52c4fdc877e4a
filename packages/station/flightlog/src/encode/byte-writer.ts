const FIRST_CAPACITY = 16_384;
const POWERS = [1, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7] as const;
/** Names of fields are shorter, messages longer. */
const SHORT_BYTES = 40;
const SMALL = 2 ** 31;
/** Above this the scaled integer is no longer exact. */
const SCALED_MAX = 2 ** 52;

const encoder = new TextEncoder();

/** Number of decimals. */
export type Decimals = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** A growing byte buffer. Numbers are written digit by digit without intermediate strings: the hot path of the log. */
export class ByteWriter {
  #bytes = new Uint8Array(FIRST_CAPACITY);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** A view of what was written, until the next write. */
  view(from = 0): Uint8Array {
    return this.#bytes.subarray(from, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  uint16(value: number): void {
    this.#reserve(2);
    this.#view.setUint16(this.#length, value, true);
    this.#length += 2;
  }

  uint32(value: number): void {
    this.#reserve(4);
    this.#view.setUint32(this.#length, value, true);
    this.#length += 4;
  }

  /** A whole number up to 2^53 in eight bytes. */
  uint64(value: number): void {
    const high = Math.floor(value / 2 ** 32);
    this.uint32(value - high * 2 ** 32);
    this.uint32(high);
  }

  /** Overwrites eight bytes that were written before. */
  setUint64(at: number, value: number): void {
    const high = Math.floor(value / 2 ** 32);
    this.#view.setUint32(at, value - high * 2 ** 32, true);
    this.#view.setUint32(at + 4, high, true);
  }

  bytes(values: Uint8Array): void {
    const { length } = values;
    this.#reserve(length);
    const [bytes, start] = [this.#bytes, this.#length];
    // For a few bytes a loop is faster than a block copy.
    if (length > SHORT_BYTES) bytes.set(values, start);
    else for (let at = 0; at < length; at++) bytes[start + at] = values[at] as number;
    this.#length = start + length;
  }

  /** Text as a JSON string. */
  quoted(text: string): void {
    const start = this.#length;
    this.#reserve(text.length + 2);
    const bytes = this.#bytes;
    let at = start;
    bytes[at++] = QUOTE;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code < 0x20 || code > 0x7e || code === QUOTE || code === BACKSLASH) {
        this.text(JSON.stringify(text));
        return;
      }
      bytes[at++] = code;
    }
    bytes[at++] = QUOTE;
    this.#length = at;
  }

  /** Text as UTF-8. */
  text(text: string): void {
    // A UTF-16 unit becomes at most three bytes.
    this.#reserve(text.length * 3);
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  /** A finite number with at most this many decimals, without trailing zeros. */
  decimal(value: number, decimals: Decimals): void {
    const factor = POWERS[decimals];
    const scaled = Math.round(Math.abs(value) * factor);
    if (scaled > SCALED_MAX) {
      this.text(String(value));
      return;
    }
    // Digits of 2^52, a sign and a point.
    this.#reserve(18);
    if (value < 0 && scaled > 0) this.#bytes[this.#length++] = MINUS;
    if (scaled < SMALL) {
      this.#small(scaled | 0, factor, decimals);
      return;
    }
    const whole = Math.floor(scaled / factor);
    this.#digits(whole);
    if (decimals > 0) this.#fraction(scaled - whole * factor, decimals);
  }

  /** Almost all numbers: 31-bit integer arithmetic takes a fraction of the time. */
  #small(scaled: number, factor: number, decimals: number): void {
    let whole = scaled;
    let fraction = 0;
    if (decimals > 0) {
      whole = (scaled / factor) | 0;
      fraction = scaled - whole * factor;
    }
    const bytes = this.#bytes;
    let end = this.#length + 1;
    for (let limit = 10; whole >= limit; limit *= 10) end += 1;
    for (let at = end - 1, rest = whole; at >= this.#length; at--) {
      const next = (rest / 10) | 0;
      bytes[at] = ZERO + rest - next * 10;
      rest = next;
    }
    this.#length = end;
    if (fraction === 0) return;
    bytes[end] = POINT;
    end += decimals;
    for (let at = end; at > this.#length; at--) {
      const next = (fraction / 10) | 0;
      const digit = fraction - next * 10;
      fraction = next;
      bytes[at] = ZERO + digit;
    }
    while (bytes[end] === ZERO) end -= 1;
    this.#length = end + 1;
  }

  #digits(whole: number): void {
    let count = 1;
    for (let limit = 10; whole >= limit; limit *= 10) count += 1;
    this.#padded(whole, count);
  }

  #fraction(fraction: number, decimals: number): void {
    if (fraction === 0) return;
    let digits = fraction;
    let count = decimals;
    for (; digits % 10 === 0; digits /= 10) count -= 1;
    this.#bytes[this.#length++] = POINT;
    this.#padded(digits, count);
  }

  #padded(digits: number, count: number): void {
    let rest = digits;
    for (let at = this.#length + count - 1; at >= this.#length; at--) {
      const next = Math.floor(rest / 10);
      this.#bytes[at] = ZERO + rest - next * 10;
      rest = next;
    }
    this.#length += count;
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
