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
  /** Usual age up to which a command is carried out, counted from the beat that it names. */
  commandAgeMs: 3000,
  /** The greatest that a command may name. */
  commandAgeMsMax: 30_000,
  /** A command with its signature, bytes. */
  commandBytes: 48 * 1024,
  /** A station knows the outcomes of so many commands by their ids, the newest ones. */
  outcomesKept: 10_000,
  /** Topics that are wanted of one station. */
  wantedTopics: 32,
  /** Longest time for which they are wanted without a repetition. */
  wantTtlSMax: 60,
  /** Most messages a second of one topic. */
  topicHzMax: 30,
  /** A chunk of a proxied answer, bytes. */
  chunkBytes: 256 * 1024,
  /** The same, at least, where more follow. */
  chunkBytesMin: 8 * 1024,
  /** Chunks that a station sends before the first credit. */
  chunksInFlight: 16,
  /** Chunks that one credit allows. */
  chunkCredit: 4,
  /** A proxied answer: the broker allows a thousand messages for one request, so longer ones are asked for in ranges. */
  proxiedBytes: 64 * 1024 * 1024,
  /** Streams that a station publishes to relays at the same time. */
  publications: 4,
  /** An order to publish ends after this time when it is not repeated: usual, and the longest that a station takes. */
  relayLeaseS: 30,
  relayLeaseSMax: 120,
  /** It is repeated this often while there are viewers. */
  relayRenewS: 10,
  /** Life of a token with which a station publishes. */
  relayTokenS: 600,
  /** Answer to a ticket: it lists up to 10,000 parts. */
  ticketBytes: 512 * 1024,
  /** Life of a station’s credentials. */
  credentialsS: 30 * 86_400,
  /** Age at which a station asks for new ones. */
  credentialsRenewS: 20 * 86_400,
  /** Life of an enrolment code. */
  enrolmentCodeS: 600,
} as const;
