import type { IncomingMessage } from 'node:http';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';

/** 64 KiB: the longest regular message has some hundred bytes. */
const BODY_MAX_BYTES = 65_536;

/** Type and subtype (RFC 9110 section 8.3.1); parameters are evaluated with the body. */
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

const NO_MEDIA_TYPE = refuse('UNSUPPORTED_MEDIA_TYPE.noMediaType');
const TOO_LARGE = refuse('BODY_TOO_LARGE', { mostBytes: BODY_MAX_BYTES });
const BROKEN_OFF = refuse('MALFORMED_HTTP.unreadable', { parser: '' });

/** Whether a body must be read before the request can be answered; that of a GET is ignored. */
export function hasBody({ headers, method }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  const { 'content-length': length = '0', 'content-type': type, 'transfer-encoding': encoding } = headers;
  return length !== '0' || type !== undefined || encoding !== undefined;
}

/**
 * Reads the whole body. BODY_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, MALFORMED_HTTP where the client aborts.
 * @param done called once, possibly at once with a refusal; the caller discards the rest of a refused body
 */
export function readBody(request: IncomingMessage, done: (body: Result<Buffer>) => void): void {
  const { 'content-length': length, 'content-type': type, 'transfer-encoding': coding = 'chunked' } = request.headers;
  // The parser only decodes chunks, and passes on any coding below them.
  if (coding.trim().toLowerCase() !== 'chunked') {
    done(refuse('UNSUPPORTED_MEDIA_TYPE.encoded', { got: coding.slice(0, 60) }));
    return;
  }
  const types = type === undefined ? [] : (request.headersDistinct['content-type'] ?? []);
  // Several lines are one list (RFC 9110 section 5.3), which is not a media type.
  if (types.some((line) => line !== type || !MEDIA_TYPE.test(line))) {
    done(NO_MEDIA_TYPE);
    return;
  }
  if (Number(length) > BODY_MAX_BYTES) {
    done(TOO_LARGE);
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  const settle = (body: Result<Buffer>) => {
    request.off('data', add).off('end', end).off('error', fail);
    done(body);
  };
  const add = (chunk: Buffer) => {
    size += chunk.length;
    if (size > BODY_MAX_BYTES) settle(TOO_LARGE);
    else chunks.push(chunk);
  };
  const end = () => settle(ok(Buffer.concat(chunks, size)));
  const fail = () => settle(BROKEN_OFF);
  request.on('data', add).on('end', end).on('error', fail);
}
