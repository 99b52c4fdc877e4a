/** Limits that station and hub rely on; both check them. */
export const LIMITS = {
  /** Records in a segment. */
  segmentRecords: 600,
  /** Usual number of records in a segment of a station. */
  segmentRecordsUsual: 60,
  /** Maximum age at which a station seals a segment. */
  segmentAgeMs: 60_000,
  /** A segment with an event is sealed after this time, and also includes further events until then. */
  segmentEventMs: 250,
  /** Head of a segment, bytes. */
  segmentHeadBytes: 2048,
  /** Body of a segment as sent, bytes: together with its head below the broker’s limit of a message. */
  segmentBodyBytes: 768 * 1024,
  /** Body of a segment, uncompressed, bytes. */
  segmentTextBytes: 4 * 1024 * 1024,
  /** One record, bytes; the text of a segment has room for 60 of the longest. */
  recordBytes: 16 * 1024,
  /** Segments in flight that the broker has not confirmed. */
  segmentsInFlight: 4,
  /** JSON messages without a limit of their own, bytes. */
  messageBytes: 64 * 1024,
  /** Interval of beats in flight or while a client watches. */
  beatMs: 1000,
  /** Interval of beats at other times. */
  beatIdleMs: 5000,
  /** Missed beats after which a station counts as offline. */
  beatsMissed: 3,
  /** Beats whose time a station remembers: commands that name older ones are refused. */
  beatsKept: 64,
  /** Usual maximum age of a command, counted from the beat that it names. */
  commandAgeMs: 3000,
  /** Upper limit of that age. */
  commandAgeMsMax: 30_000,
  /** A command with its signature, bytes. */
  commandBytes: 48 * 1024,
  /** Outcomes that a station remembers by the ids of their commands, newest ones. */
  outcomesKept: 10_000,
  /** Topics of one station that can be subscribed to. */
  wantedTopics: 32,
  /** Maximum lifetime of a subscription without a repetition. */
  wantTtlSMax: 60,
  /** Maximum messages per second of one topic. */
  topicHzMax: 30,
  /** A chunk of a proxied answer, bytes. */
  chunkBytes: 256 * 1024,
  /** Minimum of a chunk that is not the last, bytes. */
  chunkBytesMin: 8 * 1024,
  /** Chunks that a station sends before the first credit. */
  chunksInFlight: 16,
  /** Chunks that one credit allows. */
  chunkCredit: 4,
  /** A proxied answer: the broker allows a thousand messages for one request, so longer ones are requested in ranges. */
  proxiedBytes: 64 * 1024 * 1024,
  /** Streams that a station publishes to relays at the same time. */
  publications: 4,
  /** An order to publish ends after this time unless it is repeated; this is also the longest that a station accepts. */
  relayLeaseS: 30,
  relayLeaseSMax: 120,
  /** Interval of repetitions while there are viewers. */
  relayRenewS: 10,
  /** Lifetime of a token with which a station publishes. */
  relayTokenS: 600,
  /** Answer to a ticket request: it lists up to 10,000 parts. */
  ticketBytes: 512 * 1024,
  /** Lifetime of a station’s credentials. */
  credentialsS: 30 * 86_400,
  /** Age at which a station renews them. */
  credentialsRenewS: 20 * 86_400,
  /** Lifetime of an enrolment code. */
  enrolmentCodeS: 600,
} as const;
