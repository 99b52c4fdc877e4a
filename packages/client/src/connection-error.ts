/**
 * - `UNREACHABLE`: no connection, or it broke before the answer arrived.
 * - `TIMEOUT`: no answer in time.
 * - `UNTRUSTED`: the certificate is not the expected one; nothing was sent.
 * - `NOT_A_STATION`: the server at this address does not speak the local API.
 * - `READER_TOO_SLOW`: events of a topic arrived faster than they were read.
 * - `NO_WEBSOCKET`: this runtime has no WebSocket, and no platform with one was given.
 */
export type ConnectionErrorCode =
  | 'UNREACHABLE'
  | 'TIMEOUT'
  | 'UNTRUSTED'
  | 'NOT_A_STATION'
  | 'READER_TOO_SLOW'
  | 'NO_WEBSOCKET';

/** The station did not answer. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly code: ConnectionErrorCode;

  constructor(code: ConnectionErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The innermost cause with a message: fetch wraps "connection refused" in "fetch failed". */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.message === '' ? error.name : error.message;
}
