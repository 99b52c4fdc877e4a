import { Fault } from '@kitestring/base/fault.ts';

/** Reason and position (character index) of invalid JSON. */
export class JsonFault extends Fault {
  readonly position: number;

  constructor(reason: string, position: number) {
    super(reason);
    this.position = position;
  }
}

const WHITESPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// RFC 8259: no raw control characters, and only these escapes.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it has to find
const STRING_PART = /[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*/y;
const WORD = /[A-Za-z_$][\w$]*/y;

/** Reads the parts of a JSON text in sequence. Each call is one pass over its part, without recursion. */
export class JsonScanner {
  readonly #text: string;
  position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next character that is not white space; empty at the end. */
  peek(): string {
    this.#match(WHITESPACE);
    return this.#text.charAt(this.position);
  }

  skip(): void {
    this.position += 1;
  }

  /** Reads a string; the next character is its opening quote. @returns its value */
  string(): string {
    const start = this.position;
    this.skip();
    this.#match(STRING_PART);
    const next = this.#text.charAt(this.position);
    if (next !== '"') throw this.#badString(next);
    this.skip();
    const value = JSON.parse(this.#text.slice(start, this.position)) as string;
    // It would be sent to other clients, and many JSON libraries would refuse the whole message.
    if (!value.isWellFormed()) throw new JsonFault('a string has half of a surrogate pair in it', start);
    return value;
  }

  /** Reads a number or one of the three literals. */
  scalar(): void {
    const start = this.position;
    const number = this.#match(NUMBER);
    const word = this.#match(WORD);
    const literal = number + word;
    if (number !== '' && word === '') {
      if (!Number.isFinite(Number(number))) throw new JsonFault(`the number ${clip(number)} is too large`, start);
      return;
    }
    if (literal === 'true' || literal === 'false' || literal === 'null') return;
    throw this.#unexpected(literal, start);
  }

  unexpected(): JsonFault {
    this.#match(WHITESPACE);
    return this.#unexpected('', this.position);
  }

  #unexpected(literal: string, start: number): JsonFault {
    if (literal !== '') return new JsonFault(`${clip(literal)} is not a JSON value`, start);
    const character = this.#text.charAt(start);
    if (character === '') return new JsonFault('unexpected end of input', start);
    return new JsonFault(`unexpected ${JSON.stringify(character)}`, start);
  }

  #badString(next: string): JsonFault {
    if (next === '') return new JsonFault('a string has no end', this.position);
    if (next === '\\') return new JsonFault('a string has an escape that JSON does not know', this.position);
    return new JsonFault('a string has a control character in it', this.position);
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.position += found.length;
    return found;
  }
}

const clip = (text: string): string => (text.length > 20 ? `${text.slice(0, 20)}…` : text);
