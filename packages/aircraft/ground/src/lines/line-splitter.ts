const NEWLINE = 10;

/**
 * Cuts bytes into lines of UTF-8. It holds one line at most: a longer one is dropped up to its end, and the next one is
 * read again.
 */
export class LineSplitter {
  readonly #kept: Uint8Array;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #length = 0;
  #isTooLong = false;

  constructor(mostBytes: number) {
    this.#kept = new Uint8Array(mostBytes);
  }

  /** @returns the lines that end in these bytes; undefined for one that is too long or no UTF-8. Empty ones are left out */
  take(bytes: Uint8Array): (string | undefined)[] {
    const lines: (string | undefined)[] = [];
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      this.#keep(bytes.subarray(from, end));
      from = end + 1;
      const line = this.#line();
      if (line !== '') lines.push(line);
    }
    this.#keep(bytes.subarray(from));
    return lines;
  }

  /** The connection has ended: half a line is worthless. */
  clear(): void {
    this.#length = 0;
    this.#isTooLong = false;
  }

  #keep(part: Uint8Array): void {
    if (this.#isTooLong || this.#length + part.length > this.#kept.length) {
      this.#isTooLong = true;
      return;
    }
    this.#kept.set(part, this.#length);
    this.#length += part.length;
  }

  #line(): string | undefined {
    const text = this.#isTooLong ? undefined : this.#decoded();
    this.clear();
    return text;
  }

  #decoded(): string | undefined {
    try {
      return this.#decoder.decode(this.#kept.subarray(0, this.#length)).trim();
    } catch {
      return undefined;
    }
  }
}
