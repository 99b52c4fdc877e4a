/** Limits that station and hub rely on; both check them. */
export const LIMITS = {
  /** Records in a segment. */
  segmentRecords: 600,
  /** Records with which a station closes a segment. */
  segmentRecordsUsual: 60,
  /** After this time a station closes a segment, whatever is in it. */
  segmentAgeMs: 60_000,
  /** A segment with an event is closed after this time; further events of the same moment are in it. */
  segmentEventMs: 250,
  /** Head of a segment, bytes. */
  segmentHeadBytes: 2048,
  /** Body of a segment as sent, bytes: with its head below the broker’s limit of a message. */
  segmentBodyBytes: 768 * 1024,
  /** Body of a segment, uncompressed, bytes. */
  segmentTextBytes: 4 * 1024 * 1024,
  /** One record, bytes; 60 of the longest still fit in the text of a segment. */
  recordBytes: 16 * 1024,
  /** Segments that a station has sent and of which the broker has not said yet that it has them. */
  segmentsInFlight: 4,
  /** Any message of JSON other than those with limits of their own, bytes. */
  messageBytes: 64 * 1024,
  /** Between two beats in flight or while a client watches. */
  beatMs: 1000,
  /** Between two beats at other times. */
  beatIdleMs: 5000,
  /** Beats that are missed before a station counts as offline. */
  beatsMissed: 3,
  /** Beats whose time a station remembers: older ones refuse a command. */
  beatsKept: 64,
  /** A command’s usual and greatest age, counted from the beat that it names. */
  commandAgeMs: 3000,
  commandAgeMsMax: 30_000,
  /** A command with its signature, bytes. */
  commandBytes: 48 * 1024,
  /** A station knows the outcome of a command by its id for so long, and of so many. */
  outcomesKeptMs: 7 * 24 * 3_600_000,
  outcomesKept: 10_000,
  /** Topics that are wanted of one station. */
  wantedTopics: 32,
  wantTtlSMax: 60,
  topicHzMax: 30,
  /** Chunks of a proxied answer: length, sent before the first credit, and named in one credit. */
  chunkBytes: 256 * 1024,
  chunksInFlight: 16,
  chunkCredit: 4,
  /** A proxied answer: the broker allows a thousand messages for one request, so longer ones are asked for in ranges. */
  proxiedBytes: 64 * 1024 * 1024,
  /** Life of a station’s credentials, and the age at which it asks for new ones. */
  credentialsS: 30 * 86_400,
  credentialsRenewS: 20 * 86_400,
  /** Life of an enrolment code. */
  enrolmentCodeS: 600,
} as const;
