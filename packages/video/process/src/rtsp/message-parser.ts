import { type Malformed, MessageFraming, malformed, type ReadHead } from './message-framing.ts';

export interface RtspRequest {
  readonly method: string;
  readonly url: string;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** A message from a client. */
export type ClientMessage =
  | { readonly kind: 'request'; readonly request: RtspRequest }
  | { readonly kind: 'interleaved'; readonly channel: number; readonly payload: Buffer }
  | Malformed;

interface ParserLimits {
  /** Request line and headers. */
  readonly headerBytes: number;
  readonly bodyBytes: number;
  /** Size of one interleaved packet; clients send only reports. */
  readonly interleavedBytes: number;
}

const HEADERS_MAX = 64;
const REQUEST_LINE = /^([A-Z_]{1,32}) ([\x21-\x7e]+) RTSP\/(\d\.\d)$/;
// White space belongs to the value, which is trimmed: two patterns that both match it would backtrack.
const HEADER_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+)[ \t]*:([\t\x20-\x7e\x80-\xff]*)$/;

type RequestHead = Omit<RtspRequest, 'body'>;

/** Parses messages of clients, strictly: anything ambiguous is refused. */
export class MessageParser {
  readonly #framing: MessageFraming<RequestHead>;

  constructor(limits: ParserLimits) {
    this.#framing = new MessageFraming({ ...limits, readHead });
  }

  /** An incomplete message is buffered. */
  get isInside(): boolean {
    return this.#framing.isInside;
  }

  push(chunk: Buffer): void {
    this.#framing.push(chunk);
  }

  /** @returns undefined until more bytes arrive, and permanently after a malformed message */
  next(): ClientMessage | undefined {
    const message = this.#framing.next();
    if (message?.kind !== 'message') return message;
    return { kind: 'request', request: { ...message.head, body: message.body.toString('utf8') } };
  }
}

function readHead(text: string): ReadHead<RequestHead> | Malformed {
  const [first = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const [, method, url, version] = REQUEST_LINE.exec(first) ?? [];
  if (method === undefined || url === undefined) return malformed('the first line is no RTSP request');
  if (version !== '1.0') return malformed(`RTSP version ${version}, only 1.0 is spoken`, 505);
  const headers = readHeaders(lines);
  if (!(headers instanceof Map)) return headers;
  const length = headers.get('content-length') ?? '0';
  if (!/^\d{1,9}$/.test(length)) return malformed('Content-Length is no number of bytes');
  return { kind: 'head', head: { method, url, headers }, bodyBytes: Number(length) };
}

function readHeaders(lines: readonly string[]): Map<string, string> | Malformed {
  const headers = new Map<string, string>();
  if (lines.length > HEADERS_MAX) return malformed(`more than ${HEADERS_MAX} headers`, 413);
  for (const line of lines) {
    const [, name, value] = HEADER_LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) return malformed('a header line cannot be read');
    const key = name.toLowerCase();
    // Lists may span several header lines; a repeated one of these is an attempt at ambiguity.
    const isRepeated = headers.has(key);
    if (isRepeated && SINGULAR.has(key)) return malformed(`header ${name} is given twice`);
    headers.set(key, isRepeated ? `${headers.get(key)}, ${value.trim()}` : value.trim());
  }
  return headers;
}

const SINGULAR: ReadonlySet<string> = new Set(['cseq', 'session', 'content-length', 'authorization', 'range']);
