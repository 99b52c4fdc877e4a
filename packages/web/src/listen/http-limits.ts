/** Request line and headers together. */
export const HEADERS_MAX_BYTES = 16_384;

/** Deadlines of a peer, milliseconds. */
export const DEADLINES = {
  /** From the connection to its first byte, and for the TLS handshake. */
  silenceMs: 10_000,
  /** From the first byte of a request to the end of its headers: ample for a slow link. */
  headersMs: 15_000,
  /** From the first byte to the end of the body, 64 KiB at most. */
  requestMs: 30_000,
  /** Longest time without progress of a response that waits to be read. */
  unreadMs: 15_000,
  /** Longest idle time between requests; a client with one request a minute keeps its connection. */
  keepAliveMs: 65_000,
  /** Interval of the check for overdue requests. */
  checkMs: 1000,
  /** Requests that arrive this soon after the start of a shutdown were in transit, and are still answered. */
  onTheWayMs: 50,
  /** Time for running requests to finish during shutdown. */
  finishMs: 5000,
  /** Time for a client to complete the close handshake of its WebSocket. */
  goodbyeMs: 2000,
};
export type Deadlines = Readonly<typeof DEADLINES>;
