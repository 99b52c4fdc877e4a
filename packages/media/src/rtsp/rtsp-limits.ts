/** What strangers and slow clients may take. */
export interface RtspLimits {
  readonly connections: number;
  readonly connectionsPerAddress: number;
  readonly sessions: number;
  readonly sessionsPerAddress: number;
  readonly headerBytes: number;
  readonly bodyBytes: number;
  readonly interleavedBytes: number;
  /** From the connection to its first whole request, from the first byte of a request to its last, and for the handshake of TLS. */
  readonly requestMs: number;
  /** How long a connection without a session may rest between requests. */
  readonly idleMs: number;
  /** How long a session lives without a request or a report of its receiver. */
  readonly sessionMs: number;
  /** The same, when the connection that made it is gone. */
  readonly orphanMs: number;
  /** What may wait for a client that reads slowly; then pictures are left out up to a key frame. */
  readonly backlogBytes: number;
  /** How long a client may take nothing at all of what waits for it. */
  readonly stallMs: number;
  /** How long `authorize` may take to answer. */
  readonly answerMs: number;
  /**
   * How long a source may take to describe itself. The first viewer of a stream waits until its thread has started, on a busy
   * machine too: a player that is refused shows an error, one that waits shows pictures.
   */
  readonly sourceMs: number;
  /** How long PLAY waits for the first picture, to say where it begins; then it answers without. */
  readonly firstPictureMs: number;
  /** Wrong passwords on one connection. */
  readonly wrongPasswords: number;
  /** Refusals of one address in a minute, an IPv6 host counted once. */
  readonly refusedLoginsPerMin: number;
  /** Requests of one connection in one second. */
  readonly requestsPerS: number;
  /** Between two key frames that are asked of one source. */
  readonly keyFrameGapMs: number;
  /** Of an RTP packet with its header: fits into 1,500 bytes with what tunnels and IPv6 add. */
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
  keyFrameGapMs: 500,
  packetBytes: 1400,
};
