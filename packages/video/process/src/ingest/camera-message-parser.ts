import { MessageFraming, type ReadHead } from '../rtsp/message-framing.ts';

/** A message from a camera. */
export type CameraMessage =
  | { readonly kind: 'response'; readonly response: CameraResponse }
  /** Cameras may send requests, too: keep-alives, for example. */
  | { readonly kind: 'request'; readonly method: string; readonly cseq: string }
  /** Views into the receive buffer: to be copied if kept. */
  | { readonly kind: 'interleaved'; readonly channel: number; readonly payload: Buffer }
  /** Unrecoverable. */
  | { readonly kind: 'malformed'; readonly reason: string };

export interface CameraResponse {
  readonly status: number;
  readonly reason: string;
  /** By lower-case name; a repeated header has all its values. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: Buffer;
}

interface CameraParserLimits {
  readonly headerBytes: number;
  readonly bodyBytes: number;
  readonly garbageBytes: number;
}

const HEADERS_MAX = 64;
/** Maximum of the two length bytes: pictures use it. */
const INTERLEAVED_BYTES = 0xffff;
const STATUS_LINE = /^RTSP\/\d\.\d[ \t]+(\d{3})(?:[ \t]+(.*))?$/;
const REQUEST_LINE = /^([A-Z_]{3,20}) \S+ RTSP\/\d\.\d$/;
const PROTOCOL = Buffer.from('RTSP/');
/** Start of requests and responses, limited in length. */
const WORD = /^[A-Z_]+(\/[\d.]*)?( [\x20-\x7e]*)?$/;
const WORD_BYTES = 12;

interface CameraMessageHead {
  readonly first: string;
  readonly headers: ReadonlyMap<string, readonly string[]>;
}

/**
 * Parses messages of cameras, more leniently than the server's parser: some cameras write odd headers, and some lose a
 * few bytes between two packets.
 */
export class CameraMessageParser {
  readonly #framing: MessageFraming<CameraMessageHead>;

  /** @param isChannel whether it is a channel of pictures or reports */
  constructor({ garbageBytes, ...limits }: CameraParserLimits, isChannel: (channel: number) => boolean) {
    const tolerance = { garbageBytes, isChannel, mayBegin };
    this.#framing = new MessageFraming({ ...limits, interleavedBytes: INTERLEAVED_BYTES, readHead, tolerance });
  }

  push(chunk: Buffer): void {
    this.#framing.push(chunk);
  }

  /** @returns undefined until more bytes arrive, and permanently after a malformed message */
  next(): CameraMessage | undefined {
    const message = this.#framing.next();
    if (message?.kind === 'malformed') return { kind: 'malformed', reason: `it sends ${message.reason}` };
    if (message?.kind !== 'message') return message;
    const { first, headers } = message.head;
    const [, status, reason = ''] = STATUS_LINE.exec(first) ?? [];
    if (status !== undefined) {
      return {
        kind: 'response',
        response: { status: Number(status), reason, headers, body: Buffer.from(message.body) },
      };
    }
    const [method = ''] = first.split(' ', 1);
    return { kind: 'request', method, cseq: headers.get('cseq')?.[0] ?? '' };
  }
}

/** Other starts cannot be a message: no need to wait for the end of headers. */
function mayBegin(bytes: Buffer, isOutOfStep: boolean): boolean {
  if (!isOutOfStep) return WORD.test(bytes.toString('latin1', 0, WORD_BYTES));
  const begun = bytes.subarray(0, PROTOCOL.length);
  return begun.equals(PROTOCOL.subarray(0, begun.length));
}

/** Undefined for anything but a response or a request. */
function readHead(text: string): ReadHead<CameraMessageHead> | undefined {
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
  return /^\d{1,9}$/.test(length) ? { kind: 'head', head: { first, headers }, bodyBytes: Number(length) } : undefined;
}
