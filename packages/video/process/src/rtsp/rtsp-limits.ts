/** Limits for strangers and slow clients. */
export interface RtspLimits {
  readonly connections: number;
  readonly connectionsPerAddress: number;
  readonly sessions: number;
  readonly sessionsPerAddress: number;
  readonly headerBytes: number;
  readonly bodyBytes: number;
  readonly interleavedBytes: number;
  /**
   * From the connection to its first complete request, from the first byte of a request to its last, and for the TLS
   * handshake.
   */
  readonly requestMs: number;
  /** Idle time of a connection without a session. */
  readonly idleMs: number;
  /** Timeout of a session without a request or a receiver report. */
  readonly sessionMs: number;
  /** The same after its connection has closed. */
  readonly orphanMs: number;
  /** Backlog of a slow client from which pictures are skipped up to a key frame. */
  readonly backlogBytes: number;
  /** Time without progress of the backlog after which the connection ends. */
  readonly stallMs: number;
  /** Timeout of `authorize`. */
  readonly answerMs: number;
  /**
   * Timeout of a stream description. The first viewer waits for the start of the source's thread, also on a busy
   * machine: a refused player shows an error, a waiting one shows pictures.
   */
  readonly sourceMs: number;
  /** Time that PLAY waits for the first picture, for RTP-Info; later it responds without. */
  readonly firstPictureMs: number;
  /** Wrong passwords per connection. */
  readonly wrongPasswords: number;
  /** Refusals per address and minute, an IPv6 host counted once. */
  readonly refusedLoginsPerMin: number;
  /** Requests per connection and second. */
  readonly requestsPerS: number;
  /** Size of an RTP packet with its header: fits into 1,500 bytes with tunnels and IPv6. */
  readonly packetBytes: number;
}

export const RTSP_LIMITS: RtspLimits = {
  connections: 1000,
  connectionsPerAddress: 64,
  sessions: 64,
  sessionsPerAddress: 16,
  headerBytes: 8192,
  bodyBytes: 16_384,
  interleavedBytes: 4096,
  requestMs: 10_000,
  idleMs: 60_000,
  sessionMs: 60_000,
  orphanMs: 15_000,
  backlogBytes: 2 * 1024 * 1024,
  stallMs: 10_000,
  answerMs: 12_000,
  sourceMs: 22_000,
  firstPictureMs: 2000,
  wrongPasswords: 5,
  refusedLoginsPerMin: 20,
  requestsPerS: 50,
  packetBytes: 1400,
};
