/** Limits for strangers and slow clients. */
export const RTSP_LIMITS = {
  connections: 1000,
  connectionsPerAddress: 64,
  sessions: 64,
  sessionsPerAddress: 16,
  headerBytes: 8192,
  bodyBytes: 16_384,
  interleavedBytes: 4096,
  /**
   * From the connection to its first complete request, from the first byte of a request to its last, and for the TLS
   * handshake.
   */
  requestMs: 10_000,
  /** Idle time of a connection without a session. */
  idleMs: 60_000,
  /** Timeout of a session without a request or a receiver report. */
  sessionMs: 60_000,
  /** The same after its connection has closed. */
  orphanMs: 15_000,
  /** Backlog of a slow client from which pictures are skipped up to a key frame. */
  backlogBytes: 2 * 1024 * 1024,
  /** Time without progress of the backlog after which the connection ends. */
  stallMs: 10_000,
  /** Timeout of `authorize`. */
  answerMs: 12_000,
  /**
   * Timeout of a stream description. The first viewer waits for the start of the source's thread, also on a busy
   * machine: a refused player shows an error, a waiting one shows pictures.
   */
  sourceMs: 22_000,
  /** Time that PLAY waits for the first picture, for RTP-Info; later it responds without. */
  firstPictureMs: 2000,
  /** Wrong passwords per connection. */
  wrongPasswords: 5,
  /** Refusals per address and minute, an IPv6 host counted once. */
  refusedLoginsPerMin: 20,
  /** Requests per connection and second. */
  requestsPerS: 50,
  /** Size of an RTP packet with its header: fits into 1,500 bytes with tunnels and IPv6. */
  packetBytes: 1400,
};
export type RtspLimits = Readonly<typeof RTSP_LIMITS>;
