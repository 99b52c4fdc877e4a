/** What a camera may take of us. It stands in the settings, and yet it is a stranger's software. */
export interface IngestLimits {
  /** First line and headers of one answer. */
  readonly headerBytes: number;
  /** A description, or whatever else an answer carries. */
  readonly bodyBytes: number;
  /** Bytes that are nothing at all, in a row; a camera that loses its place is followed so far. */
  readonly garbageBytes: number;
  /** Requests of the camera in one second. */
  readonly requestsPerS: number;
  /** From the first packet of TCP to the end of the handshake of TLS. */
  readonly connectMs: number;
  /** For one answer. */
  readonly answerMs: number;
  /** From PLAY to the first picture: some cameras wake up then. */
  readonly firstPictureMs: number;
  /** Between two whole pictures: then the camera counts as lost. */
  readonly silenceMs: number;
  /** How long a key frame is waited for, at first and after a loss. Cameras have one every 1 to 4 s, some every 10. */
  readonly keyFrameMs: number;
  /** How long those who watch wait for a camera that is lost; then they are told the end. */
  readonly graceMs: number;
  readonly retryMs: { readonly first: number; readonly most: number; readonly hopeless: number };
  /** A connection that gave pictures for so long was a good one: the next try comes soon. */
  readonly goodAfterMs: number;
  /** For snapshots: pictures since the newest key frame that are kept. */
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
  // A wrong password is not tried often: cameras lock out whoever does.
  retryMs: { first: 500, most: 10_000, hopeless: 60_000 },
  goodAfterMs: 5000,
  groupBytes: 8 * 2 ** 20,
  groupPictures: 150,
};
