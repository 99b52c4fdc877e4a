/** Limits for a camera. It is configured, and still untrusted software. */
export const INGEST_LIMITS = {
  /** Start line and headers of one response. */
  headerBytes: 16_384,
  /** Body of a response, such as a description. */
  bodyBytes: 65_536,
  /** Invalid bytes in a row before giving up; resynchronises up to this. */
  garbageBytes: 262_144,
  /** Requests from the camera per second. */
  requestsPerS: 20,
  /** From the first TCP packet to the end of the TLS handshake. */
  connectMs: 4000,
  /** One response. */
  answerMs: 5000,
  /** From PLAY to the first picture: some cameras wake up then. */
  firstPictureMs: 10_000,
  /** Gap between complete pictures after which the camera counts as lost. */
  silenceMs: 4000,
  /** Time to wait for a key frame, at first and after a loss. Cameras send one every 1 to 4 s, some every 10. */
  keyFrameMs: 15_000,
  /** Time that consumers wait for a lost camera before the stream ends. */
  graceMs: 4000,
  // A wrong password is retried rarely: cameras lock out repeated failures.
  retryMs: { first: 500, most: 10_000, hopeless: 60_000 },
  /** A connection with pictures for this long counts as good: the next attempt comes soon. */
  goodAfterMs: 5000,
  /** For snapshots: pictures kept since the newest key frame. */
  groupBytes: 8 * 2 ** 20,
  groupPictures: 150,
};
export type IngestLimits = Readonly<typeof INGEST_LIMITS>;
