import type { RtspStatus } from './rtsp-status.ts';

export interface RtspRequest {
  readonly method: string;
  readonly url: string;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** What a client can send over its connection. */
export type ClientMessage =
  | { readonly kind: 'request'; readonly request: RtspRequest }
  | { readonly kind: 'interleaved'; readonly channel: number; readonly payload: Buffer }
  /** Not RTSP, or beyond a limit: nothing after it can be trusted. */
  | { readonly kind: 'malformed'; readonly status: RtspStatus; readonly reason: string };

export interface ParserLimits {
  /** Request line and headers together. */
  readonly headerBytes: number;
  readonly bodyBytes: number;
  /** Of one interleaved packet; clients send only reports. */
  readonly interleavedBytes: number;
}

const DOLLAR = 0x24;
const CR = 0x0d;
const LF = 0x0a;
const HEADERS_MAX = 64;
const REQUEST_LINE = /^([A-Z_]{1,32}) ([\x21-\x7e]+) RTSP\/(\d\.\d)$/;
// White space belongs to the value, which is trimmed: two patterns that both take it would try every way to share it.
const HEADER_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+)[ \t]*:([\t\x20-\x7e\x80-\xff]*)$/;

type Head = { readonly request: Omit<RtspRequest, 'body'>; readonly bodyBytes: number };
type Malformed = Extract<ClientMessage, { kind: 'malformed' }>;

const malformed = (reason: string, status: RtspStatus = 400): Malformed => ({ kind: 'malformed', status, reason });

/** Takes bytes as they come and gives messages; keeps no more than the limits allow. */
export class MessageParser {
  readonly #limits: ParserLimits;
  #bytes: Buffer = Buffer.alloc(0);
  /** No end of headers before here. */
  #searched = 0;
  #head: Head | undefined;
  #isDead = false;

  constructor(limits: ParserLimits) {
    this.#limits = limits;
  }

  /** A message has begun and not ended. */
  get isInside(): boolean {
    return this.#bytes.length > 0 || this.#head !== undefined;
  }

  push(chunk: Buffer): void {
    if (!this.#isDead) this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
  }

  /** @returns undefined until more bytes come, and for ever after what was malformed */
  next(): ClientMessage | undefined {
    if (this.#isDead) return undefined;
    const message = this.#head === undefined ? this.#start() : this.#body(this.#head);
    if (message?.kind === 'malformed') this.#die();
    return message;
  }

  #die(): void {
    this.#isDead = true;
    this.#head = undefined;
    this.#bytes = Buffer.alloc(0);
  }

  #start(): ClientMessage | undefined {
    this.#skipLineEnds();
    if (this.#bytes.length === 0) return undefined;
    return this.#bytes[0] === DOLLAR ? this.#interleaved() : this.#headers();
  }

  /** RFC 2326 section 4.1 as RFC 2616 section 4.1: empty lines before a request mean nothing. */
  #skipLineEnds(): void {
    let at = 0;
    while (this.#bytes[at] === CR || this.#bytes[at] === LF) at += 1;
    this.#consume(at);
  }

  #interleaved(): ClientMessage | undefined {
    if (this.#bytes.length < 4) return undefined;
    const channel = this.#bytes.readUInt8(1);
    const length = this.#bytes.readUInt16BE(2);
    if (length > this.#limits.interleavedBytes) {
      return malformed(`an interleaved packet of ${length} bytes, at most ${this.#limits.interleavedBytes} are taken`);
    }
    if (this.#bytes.length < 4 + length) return undefined;
    const payload = Buffer.from(this.#bytes.subarray(4, 4 + length));
    this.#consume(4 + length);
    return { kind: 'interleaved', channel, payload };
  }

  #headers(): ClientMessage | undefined {
    const { headerBytes, bodyBytes } = this.#limits;
    const end = this.#headersEnd();
    if (end === undefined && this.#bytes.length <= headerBytes) return undefined;
    if (end === undefined || end > headerBytes) return malformed(`headers of more than ${headerBytes} bytes`, 413);
    const head = readHead(this.#bytes.toString('latin1', 0, end));
    if ('kind' in head) return head;
    if (head.bodyBytes > bodyBytes) return malformed(`a body of more than ${bodyBytes} bytes`, 413);
    this.#consume(end);
    this.#head = head;
    return this.#body(head);
  }

  /** @returns where the bytes after the empty line begin */
  #headersEnd(): number | undefined {
    for (let at = this.#bytes.indexOf(LF, this.#searched); at >= 0; at = this.#bytes.indexOf(LF, at + 1)) {
      if (this.#bytes[at + 1] === LF) return at + 2;
      if (this.#bytes[at + 1] === CR && this.#bytes[at + 2] === LF) return at + 3;
    }
    // The last three bytes may be the beginning of the end.
    this.#searched = Math.max(0, this.#bytes.length - 3);
    return undefined;
  }

  #body({ request, bodyBytes }: Head): ClientMessage | undefined {
    if (this.#bytes.length < bodyBytes) return undefined;
    const body = this.#bytes.toString('utf8', 0, bodyBytes);
    this.#consume(bodyBytes);
    this.#head = undefined;
    return { kind: 'request', request: { ...request, body } };
  }

  #consume(count: number): void {
    if (count > 0) this.#bytes = this.#bytes.subarray(count);
    this.#searched = 0;
  }
}

function readHead(text: string): Head | Malformed {
  const [first = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const [, method, url, version] = REQUEST_LINE.exec(first) ?? [];
  if (method === undefined || url === undefined) return malformed('the first line is no RTSP request');
  if (version !== '1.0') return malformed(`RTSP version ${version}, only 1.0 is spoken`, 505);
  const headers = readHeaders(lines);
  if (!(headers instanceof Map)) return headers;
  const length = headers.get('content-length') ?? '0';
  if (!/^\d{1,9}$/.test(length)) return malformed('Content-Length is no number of bytes');
  return { request: { method, url, headers }, bodyBytes: Number(length) };
}

function readHeaders(lines: readonly string[]): Map<string, string> | Malformed {
  const headers = new Map<string, string>();
  if (lines.length > HEADERS_MAX) return malformed(`more than ${HEADERS_MAX} headers`, 413);
  for (const line of lines) {
    const [, name, value] = HEADER_LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) return malformed('a header line cannot be read');
    const key = name.toLowerCase();
    // Lists may be spread over several lines; of these a second one is an attempt to mean two things.
    const isRepeated = headers.has(key);
    if (isRepeated && SINGULAR.has(key)) return malformed(`header ${name} is there twice`);
    headers.set(key, isRepeated ? `${headers.get(key)}, ${value.trim()}` : value.trim());
  }
  return headers;
}

const SINGULAR: ReadonlySet<string> = new Set(['cseq', 'session', 'content-length', 'authorization', 'range']);
