import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Refusal, refusal } from '@kitestring/station-contract/refusal.ts';
import type { FlatHeaders } from '../http/answers.ts';
import { errorParts, rawError } from '../http/raw-error.ts';
import { type Deadlines, HEADERS_MAX_BYTES } from './http-limits.ts';

const TOO_LARGE = refusal('HEADERS_TOO_LARGE', { mostKib: HEADERS_MAX_BYTES / 1024 });

/** Connections that end after their outstanding answers. */
const ending = new WeakSet<Duplex>();

interface ClientErrorOptions {
  readonly headers: FlatHeaders;
  readonly deadlines: Deadlines;
  readonly socket: Duplex;
  /** Response to the newest request of the connection; undefined before the first one. */
  readonly newest: ServerResponse<IncomingMessage> | undefined;
}

/**
 * Responds to bytes that the HTTP parser rejected, and ends the connection. Every request has one answer: later bytes
 * must not prevent it, and a request that is answered before its body ends gets no second one.
 */
export function answerClientError(error: Error, { headers, deadlines, socket, newest }: ClientErrorOptions): void {
  // The parser reports each further packet, too.
  if (ending.has(socket)) return;
  const refusal = refusalOf(error, deadlines);
  if (refusal === undefined || !socket.writable) {
    socket.destroy();
    return;
  }
  ending.add(socket);
  const end = (bytes?: Buffer) => {
    if (socket.writable) socket.end(bytes, () => socket.destroy());
  };
  if (newest === undefined) end(rawError(refusal, headers));
  else if (newest.req.complete) afterwards(newest, () => end(rawError(refusal, headers)));
  else {
    if (!newest.headersSent) {
      const { status, fields, body } = errorParts(refusal, headers);
      newest.writeHead(status, [...fields]).end(body);
    }
    afterwards(newest, end);
  }
}

function afterwards(response: ServerResponse, end: () => void): void {
  if (response.writableFinished) end();
  else response.once('finish', end);
}

/** Undefined if there is no peer: a broken connection, a failed TLS handshake. */
function refusalOf(error: Error, { requestMs }: Deadlines): Refusal | undefined {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'HPE_HEADER_OVERFLOW') return TOO_LARGE;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refusal('REQUEST_TIMEOUT', { deadlineS: requestMs / 1000 });
  if (!code.startsWith('HPE_')) return undefined;
  return refusal('MALFORMED_HTTP.unreadable', { parser: 'reason' in error ? ` (${String(error.reason)})` : '' });
}
