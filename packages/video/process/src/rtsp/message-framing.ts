import type { RtspStatus } from './rtsp-status.ts';

/** Not RTSP, or beyond a limit: unrecoverable. */
export interface Malformed {
  readonly kind: 'malformed';
  readonly status: RtspStatus;
  /** Received text, as a continuation of "it sends ...". */
  readonly reason: string;
}

/** A message of an RTSP connection in either direction. Bytes are views into the receive buffer. */
type FramedMessage<Head> =
  | { readonly kind: 'message'; readonly head: Head; readonly body: Buffer }
  | { readonly kind: 'interleaved'; readonly channel: number; readonly payload: Buffer }
  | Malformed;

export interface ReadHead<Head> {
  readonly kind: 'head';
  readonly head: Head;
  readonly bodyBytes: number;
}

/** Parsing rules for one side of RTSP. */
interface RtspDialect<Head> {
  /** Start line and headers. */
  readonly headerBytes: number;
  readonly bodyBytes: number;
  /** Size of one interleaved packet. */
  readonly interleavedBytes: number;
  /** @returns undefined where no message starts; fatal without `tolerance` */
  readHead(text: string): ReadHead<Head> | Malformed | undefined;
  /** Resynchronisation, for cameras that lose a few bytes between packets. Absent: strict framing. */
  readonly tolerance?: {
    /** Bytes that may be skipped between two messages. */
    readonly garbageBytes: number;
    /** Out of sync any byte may look like a start: then only negotiated channels count. */
    isChannel(channel: number): boolean;
    /** Whether these bytes may start a message; then the end of its headers is waited for. */
    mayBegin(bytes: Buffer, isOutOfStep: boolean): boolean;
  };
}

const DOLLAR = 0x24;
const CR = 0x0d;
const LF = 0x0a;
const PROTOCOL = Buffer.from('RTSP/');
const FRAMING_BYTES = 4;

export const malformed = (reason: string, status: RtspStatus = 400): Malformed => ({
  kind: 'malformed',
  status,
  reason,
});

/** Splits the bytes of an RTSP connection into messages; its buffer is limited. */
export class MessageFraming<Head> {
  readonly #dialect: RtspDialect<Head>;
  #bytes: Buffer = Buffer.alloc(0);
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  /** Bytes needed for the next attempt: a large packet in small pieces is assembled once. */
  #needed = 0;
  /** The end of headers is not before this offset. */
  #searched = 0;
  #head: ReadHead<Head> | undefined;
  #garbage = 0;
  #isDead = false;

  constructor(dialect: RtspDialect<Head>) {
    this.#dialect = dialect;
  }

  /** An incomplete message is buffered. */
  get isInside(): boolean {
    return this.#bytes.length + this.#waitingBytes > 0 || this.#head !== undefined;
  }

  push(chunk: Buffer): void {
    if (this.#isDead) return;
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    if (this.#bytes.length + this.#waitingBytes < this.#needed) return;
    const [first = chunk] = this.#waiting;
    const isAlone = this.#bytes.length === 0 && this.#waiting.length === 1;
    this.#bytes = isAlone ? first : Buffer.concat([this.#bytes, ...this.#waiting]);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#needed = 0;
  }

  /** @returns undefined until more bytes arrive, and permanently after a malformed message */
  next(): FramedMessage<Head> | undefined {
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
    this.#waitingBytes = 0;
    this.#head = undefined;
  }

  #start(): FramedMessage<Head> | undefined {
    for (;;) {
      const found = this.#at();
      if (found !== 'garbage') return found;
      if (!this.#skip()) return malformed('what is no RTSP');
    }
  }

  /** The message at the first byte; undefined when incomplete. */
  #at(): FramedMessage<Head> | 'garbage' | undefined {
    this.#skipLineEnds();
    if (this.#bytes.length === 0) return undefined;
    return this.#bytes[0] === DOLLAR ? this.#interleaved() : this.#headers();
  }

  /** RFC 2326 section 4.1 as RFC 2616 section 4.1: empty lines before a message are ignored. */
  #skipLineEnds(): void {
    let at = 0;
    while (this.#bytes[at] === CR || this.#bytes[at] === LF) at += 1;
    this.#consume(at);
  }

  /** Searches for the next possible start. @returns false when too much was skipped */
  #skip(): boolean {
    const places = [this.#bytes.indexOf(DOLLAR, 1), this.#bytes.indexOf(PROTOCOL, 1)].filter((at) => at > 0);
    const count = Math.min(this.#bytes.length, ...places);
    this.#garbage += count;
    this.#consume(count);
    return this.#garbage <= (this.#dialect.tolerance?.garbageBytes ?? 0);
  }

  #interleaved(): FramedMessage<Head> | 'garbage' | undefined {
    if (this.#bytes.length < FRAMING_BYTES) return this.#wait(FRAMING_BYTES);
    const channel = this.#bytes.readUInt8(1);
    if (this.#garbage > 0 && this.#dialect.tolerance?.isChannel(channel) === false) return 'garbage';
    const length = this.#bytes.readUInt16BE(2);
    const most = this.#dialect.interleavedBytes;
    if (length > most) return malformed(`an interleaved packet of ${length} bytes, at most ${most} are taken`);
    const end = FRAMING_BYTES + length;
    if (this.#bytes.length < end) return this.#wait(end);
    const payload = this.#bytes.subarray(FRAMING_BYTES, end);
    this.#consume(end);
    return { kind: 'interleaved', channel, payload };
  }

  #headers(): FramedMessage<Head> | 'garbage' | undefined {
    const { bodyBytes, headerBytes, tolerance } = this.#dialect;
    if (tolerance?.mayBegin(this.#bytes, this.#garbage > 0) === false) return 'garbage';
    const end = this.#headersEnd();
    if (end === undefined && this.#bytes.length <= headerBytes) return this.#wait(this.#bytes.length + 1);
    if (end === undefined || end > headerBytes) return malformed(`headers of more than ${headerBytes} bytes`, 413);
    const head = this.#dialect.readHead(this.#bytes.toString('latin1', 0, end));
    if (head === undefined) return 'garbage';
    if (head.kind === 'malformed') return head;
    if (head.bodyBytes > bodyBytes) return malformed(`a body of more than ${bodyBytes} bytes`, 413);
    this.#consume(end);
    this.#head = head;
    return this.#body(head);
  }

  /** @returns offset after the empty line */
  #headersEnd(): number | undefined {
    for (let at = this.#bytes.indexOf(LF, this.#searched); at >= 0; at = this.#bytes.indexOf(LF, at + 1)) {
      if (this.#bytes[at + 1] === LF) return at + 2;
      if (this.#bytes[at + 1] === CR && this.#bytes[at + 2] === LF) return at + 3;
    }
    // The last three bytes may be the start of the end.
    this.#searched = Math.max(0, this.#bytes.length - 3);
    return undefined;
  }

  #body({ head, bodyBytes }: ReadHead<Head>): FramedMessage<Head> | undefined {
    if (this.#bytes.length < bodyBytes) return this.#wait(bodyBytes);
    const body = this.#bytes.subarray(0, bodyBytes);
    this.#consume(bodyBytes);
    this.#head = undefined;
    return { kind: 'message', head, body };
  }

  #wait(bytes: number): undefined {
    this.#needed = bytes;
  }

  #consume(count: number): void {
    if (count === 0) return;
    this.#bytes = this.#bytes.subarray(count);
    this.#searched = 0;
  }
}
