/** Request line and headers together. */
export const HEADERS_MAX_BYTES = 16_384;

/** Deadlines of a peer, milliseconds. */
export interface Deadlines {
  /** From the connection to its first byte, and for the TLS handshake. */
  readonly silenceMs: number;
  /** From the first byte of a request to the end of its headers: ample for a slow link. */
  readonly headersMs: number;
  /** From the first byte to the end of the body, 64 KiB at most. */
  readonly requestMs: number;
  /** Longest time without progress of a response that waits to be read. */
  readonly unreadMs: number;
  /** Longest idle time between requests; a client with one request a minute keeps its connection. */
  readonly keepAliveMs: number;
  /** Interval of the check for overdue requests. */
  readonly checkMs: number;
  /** Requests that arrive this soon after the start of a shutdown were in transit, and are still answered. */
  readonly onTheWayMs: number;
  /** Time for running requests to finish during shutdown. */
  readonly finishMs: number;
  /** Time for a client to complete the close handshake of its WebSocket. */
  readonly goodbyeMs: number;
}

export const DEADLINES: Deadlines = {
  silenceMs: 10_000,
  headersMs: 15_000,
  requestMs: 30_000,
  unreadMs: 15_000,
  keepAliveMs: 65_000,
  checkMs: 1000,
  onTheWayMs: 50,
  finishMs: 5000,
  goodbyeMs: 2000,
};
