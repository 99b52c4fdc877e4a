/** Limits for a camera. It is configured, and still untrusted software. */
export interface IngestLimits {
  /** Start line and headers of one response. */
  readonly headerBytes: number;
  /** Body of a response, such as a description. */
  readonly bodyBytes: number;
  /** Invalid bytes in a row before giving up; resynchronises up to this. */
  readonly garbageBytes: number;
  /** Requests from the camera per second. */
  readonly requestsPerS: number;
  /** From the first TCP packet to the end of the TLS handshake. */
  readonly connectMs: number;
  /** One response. */
  readonly answerMs: number;
  /** From PLAY to the first picture: some cameras wake up then. */
  readonly firstPictureMs: number;
  /** Gap between complete pictures after which the camera counts as lost. */
  readonly silenceMs: number;
  /** Time to wait for a key frame, at first and after a loss. Cameras send one every 1 to 4 s, some every 10. */
  readonly keyFrameMs: number;
  /** Time that consumers wait for a lost camera before the stream ends. */
  readonly graceMs: number;
  readonly retryMs: { readonly first: number; readonly most: number; readonly hopeless: number };
  /** A connection with pictures for this long counts as good: the next attempt comes soon. */
  readonly goodAfterMs: number;
  /** For snapshots: pictures kept since the newest key frame. */
  readonly groupBytes: number;
  readonly groupPictures: number;
}

export const INGEST_LIMITS: IngestLimits = {
  headerBytes: 16_384,
  bodyBytes: 65_536,
  garbageBytes: 262_144,
  requestsPerS: 20,
  connectMs: 4000,
  answerMs: 5000,
  firstPictureMs: 10_000,
  silenceMs: 4000,
  keyFrameMs: 15_000,
  graceMs: 4000,
  // A wrong password is retried rarely: cameras lock out repeated failures.
  retryMs: { first: 500, most: 10_000, hopeless: 60_000 },
  goodAfterMs: 5000,
  groupBytes: 8 * 2 ** 20,
  groupPictures: 150,
};
