import type { Duplex } from 'node:stream';
import type { Refusal } from '@kitestring/station/refusal.ts';
import type { FlatHeaders } from '../http/answers.ts';
import { rawError } from '../http/raw-error.ts';
import { type Deadlines, HEADERS_MAX_BYTES } from './http-limits.ts';

const TOO_LARGE: Refusal = {
  code: 'HEADERS_TOO_LARGE',
  message: `the path and headers are over ${HEADERS_MAX_BYTES / 1024} KiB`,
};

interface ClientErrorParts {
  readonly headers: FlatHeaders;
  readonly deadlines: Deadlines;
}

/** Answers bytes that the HTTP parser could not make a request of, and ends the connection. */
export function answerClientError(error: Error, socket: Duplex, { headers, deadlines }: ClientErrorParts): void {
  const refusal = refusalOf(error, deadlines);
  if (refusal === undefined || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(rawError(refusal, headers), () => socket.destroy());
}

/** Undefined where nobody is left to read an answer: a connection that broke, a failed handshake of TLS. */
function refusalOf(error: Error, { requestMs }: Deadlines): Refusal | undefined {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'HPE_HEADER_OVERFLOW') return TOO_LARGE;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { code: 'REQUEST_TIMEOUT', message: `the request did not arrive within ${requestMs / 1000} s` };
  }
  if (!code.startsWith('HPE_')) return undefined;
  const reason = 'reason' in error ? ` (${String(error.reason)})` : '';
  return { code: 'MALFORMED_HTTP', message: `the request is not HTTP that can be read${reason}` };
}
