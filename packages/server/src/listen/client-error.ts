import type { Duplex } from 'node:stream';
import { type Refusal, refusal } from '@kitestring/station/refusal.ts';
import type { FlatHeaders } from '../http/answers.ts';
import { rawError } from '../http/raw-error.ts';
import { type Deadlines, HEADERS_MAX_BYTES } from './http-limits.ts';

const TOO_LARGE = refusal('HEADERS_TOO_LARGE', { mostKib: HEADERS_MAX_BYTES / 1024 });

interface ClientErrorOptions {
  readonly headers: FlatHeaders;
  readonly deadlines: Deadlines;
}

/** Responds to bytes that the HTTP parser rejected, and ends the connection. */
export function answerClientError(error: Error, socket: Duplex, { headers, deadlines }: ClientErrorOptions): void {
  const refusal = refusalOf(error, deadlines);
  if (refusal === undefined || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(rawError(refusal, headers), () => socket.destroy());
}

/** Undefined where no peer is left: a broken connection, a failed TLS handshake. */
function refusalOf(error: Error, { requestMs }: Deadlines): Refusal | undefined {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'HPE_HEADER_OVERFLOW') return TOO_LARGE;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refusal('REQUEST_TIMEOUT', { deadlineS: requestMs / 1000 });
  if (!code.startsWith('HPE_')) return undefined;
  return refusal('MALFORMED_HTTP.unreadable', { parser: 'reason' in error ? ` (${String(error.reason)})` : '' });
}
