/** What a camera can send over its connection. */
export type CameraMessage =
  | { readonly kind: 'response'; readonly response: CameraResponse }
  /** Cameras may ask, too: whether we live, for example. */
  | { readonly kind: 'request'; readonly method: string; readonly cseq: string }
  /** Views into what was received: to be copied by whoever keeps it. */
  | { readonly kind: 'interleaved'; readonly channel: number; readonly payload: Buffer }
  /** Nothing after it can be trusted. */
  | { readonly kind: 'malformed'; readonly reason: string };

export interface CameraResponse {
  readonly status: number;
  readonly reason: string;
  /** By name in lower case; one that is there twice has both. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: Buffer;
}

export interface CameraParserLimits {
  readonly headerBytes: number;
  readonly bodyBytes: number;
  readonly garbageBytes: number;
}

const DOLLAR = 0x24;
const CR = 0x0d;
const LF = 0x0a;
const HEADERS_MAX = 64;
const STATUS_LINE = /^RTSP\/\d\.\d[ \t]+(\d{3})(?:[ \t]+(.*))?$/;
const REQUEST_LINE = /^([A-Z_]{3,20}) \S+ RTSP\/\d\.\d$/;
const PROTOCOL = Buffer.from('RTSP/');
/** How requests and answers begin, and no more of it than may be there. */
const WORD = /^[A-Z_]+(\/[\d.]*)?( [\x20-\x7e]*)?$/;
const WORD_BYTES = 12;
const FRAMING_BYTES = 4;

interface Head {
  readonly first: string;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly bodyBytes: number;
}

/**
 * Takes bytes as they come and gives messages; keeps no more than the limits allow. It is more lenient than a server: cameras
 * write odd headers, and some lose a few bytes between two packets, after which it looks for the next message.
 */
export class CameraMessageParser {
  readonly #limits: CameraParserLimits;
  readonly #isChannel: (channel: number) => boolean;
  #bytes: Buffer = Buffer.alloc(0);
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  /** Fewer bytes than these make no message: a large packet in small pieces is put together once. */
  #needed = 0;
  #head: Head | undefined;
  #garbage = 0;
  #isDead = false;

  /** @param isChannel whether pictures or reports come by it */
  constructor(limits: CameraParserLimits, isChannel: (channel: number) => boolean) {
    this.#limits = limits;
    this.#isChannel = isChannel;
  }

  push(chunk: Buffer): void {
    if (this.#isDead) return;
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    if (this.#bytes.length + this.#waitingBytes < this.#needed) return;
    this.#bytes = Buffer.concat([this.#bytes, ...this.#waiting]);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#needed = 0;
  }

  /** @returns undefined until more bytes come, and for ever after what was malformed */
  next(): CameraMessage | undefined {
    if (this.#isDead || this.#needed > 0) return undefined;
    const message = this.#head === undefined ? this.#start() : this.#body(this.#head);
    if (message?.kind === 'malformed') this.#die();
    else if (message !== undefined) this.#garbage = 0;
    return message;
  }

  #die(): void {
    this.#isDead = true;
    this.#bytes = Buffer.alloc(0);
    this.#waiting = [];
    this.#head = undefined;
  }

  #start(): CameraMessage | undefined {
    for (;;) {
      const found = this.#at();
      if (found !== 'garbage') return found;
      if (!this.#skip()) return { kind: 'malformed', reason: 'it sends what is no RTSP' };
    }
  }

  /** What begins with the first byte; undefined when too little of it is there. */
  #at(): CameraMessage | 'garbage' | undefined {
    this.#skipLineEnds();
    if (this.#bytes.length === 0) return undefined;
    if (this.#bytes[0] === DOLLAR) return this.#interleaved();
    return this.#headers();
  }

  #skipLineEnds(): void {
    let at = 0;
    while (this.#bytes[at] === CR || this.#bytes[at] === LF) at += 1;
    this.#consume(at);
  }

  /** Looks for the next place where something may begin. @returns false when there has been too much of nothing */
  #skip(): boolean {
    const places = [this.#bytes.indexOf(DOLLAR, 1), this.#bytes.indexOf(PROTOCOL, 1)].filter((at) => at > 0);
    const count = Math.min(this.#bytes.length, ...places);
    this.#garbage += count;
    this.#consume(count);
    return this.#garbage <= this.#limits.garbageBytes;
  }

  #interleaved(): CameraMessage | 'garbage' | undefined {
    if (this.#bytes.length < FRAMING_BYTES) return this.#wait(FRAMING_BYTES);
    const channel = this.#bytes.readUInt8(1);
    // Out of step any byte may look like a beginning: then only a channel that was agreed on counts.
    if (this.#garbage > 0 && !this.#isChannel(channel)) return 'garbage';
    const end = FRAMING_BYTES + this.#bytes.readUInt16BE(2);
    if (this.#bytes.length < end) return this.#wait(end);
    const payload = this.#bytes.subarray(FRAMING_BYTES, end);
    this.#consume(end);
    return { kind: 'interleaved', channel, payload };
  }

  #headers(): CameraMessage | 'garbage' | undefined {
    if (!this.#looksLikeText()) return 'garbage';
    const end = headersEnd(this.#bytes);
    if (end === undefined) return this.#unfinishedHeaders();
    if (end > this.#limits.headerBytes) return tooMuch('headers', this.#limits.headerBytes);
    const head = readHead(this.#bytes.toString('latin1', 0, end));
    if (head === undefined) return 'garbage';
    if (head.bodyBytes > this.#limits.bodyBytes) return tooMuch('a body', this.#limits.bodyBytes);
    this.#consume(end);
    this.#head = head;
    return this.#body(head);
  }

  /** Nothing that begins so is a message: no end of headers needs to be waited for. */
  #looksLikeText(): boolean {
    if (this.#garbage === 0) return WORD.test(this.#bytes.toString('latin1', 0, WORD_BYTES));
    const begun = this.#bytes.subarray(0, PROTOCOL.length);
    return begun.equals(PROTOCOL.subarray(0, begun.length));
  }

  #unfinishedHeaders(): CameraMessage | undefined {
    const { headerBytes } = this.#limits;
    if (this.#bytes.length > headerBytes) return tooMuch('headers', headerBytes);
    return this.#wait(this.#bytes.length + 1);
  }

  #body({ bodyBytes, first, headers }: Head): CameraMessage | undefined {
    if (this.#bytes.length < bodyBytes) return this.#wait(bodyBytes);
    const body = Buffer.from(this.#bytes.subarray(0, bodyBytes));
    this.#consume(bodyBytes);
    this.#head = undefined;
    const [, status, reason = ''] = STATUS_LINE.exec(first) ?? [];
    if (status !== undefined) return { kind: 'response', response: { status: Number(status), reason, headers, body } };
    const [method = ''] = first.split(' ', 1);
    return { kind: 'request', method, cseq: headers.get('cseq')?.[0] ?? '' };
  }

  #wait(bytes: number): undefined {
    this.#needed = bytes;
  }

  #consume(count: number): void {
    if (count > 0) this.#bytes = this.#bytes.subarray(count);
  }
}

const tooMuch = (what: string, most: number): CameraMessage => ({
  kind: 'malformed',
  reason: `it sends ${what} of more than ${most} bytes`,
});

/** Where the bytes after the empty line begin. */
function headersEnd(bytes: Buffer): number | undefined {
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return at + 2;
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return at + 3;
  }
  return undefined;
}

/** Undefined for what is no answer and no request. */
function readHead(text: string): Head | undefined {
  const [first = '', ...lines] = text.trimEnd().split(/\r?\n/);
  if (!STATUS_LINE.test(first) && !REQUEST_LINE.test(first)) return undefined;
  const headers = new Map<string, string[]>();
  for (const line of lines.slice(0, HEADERS_MAX)) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
  }
  const length = headers.get('content-length')?.[0] ?? '0';
  return /^\d{1,9}$/.test(length) ? { first, headers, bodyBytes: Number(length) } : undefined;
}
