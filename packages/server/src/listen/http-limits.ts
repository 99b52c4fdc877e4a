/** Request line and headers together. */
export const HEADERS_MAX_BYTES = 16_384;

/** How long a peer may take, milliseconds. */
export interface Deadlines {
  /** From the connection to its first byte, and for the handshake of TLS. */
  readonly silenceMs: number;
  /** From the first byte of a request to the end of its headers: far more than a slow link needs. */
  readonly headersMs: number;
  /** From the first byte to the end of the body, 64 KiB at most. */
  readonly requestMs: number;
  /** How long nobody may read anything of an answer that waits to be read. */
  readonly unreadMs: number;
  /** How long a connection may rest between requests; a client that asks once a minute keeps its own. */
  readonly keepAliveMs: number;
  /** How often requests that are overdue are looked for. */
  readonly checkMs: number;
  /** Requests that come this soon after a stop was asked for were on their way, and are still answered. */
  readonly onTheWayMs: number;
  /** How long requests that have begun may take to end when the station stops. */
  readonly finishMs: number;
  /** How long a client may take to answer the goodbye of its WebSocket. */
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
