import { MESSAGE_BYTES_MAX } from './permissions.ts';
import { SUBJECTS } from './subjects.ts';

/** A stream of the hub. Times in seconds; absent means no limit. */
export interface JetStreamPlan {
  readonly name: string;
  readonly subjects: readonly string[];
  readonly storage: 'file' | 'memory';
  readonly maxAgeS: number;
  readonly maxBytes?: number;
  readonly maxMessageBytes?: number;
  /** 1: only the newest message of each subject. */
  readonly maxPerSubject?: number;
  readonly dedupeS?: number;
  /** Messages are removed by age and size only. */
  readonly denyRemoval?: boolean;
}

const GIB = 1024 ** 3;
const HOUR_S = 3600;

/** Maximum of shards; their number is two digits of a subject. */
export const SHARDS_MAX = 100;

/** Segments of the stations of one shard. It is a buffer: expired ones are still in the stations’ journals. */
export const journalStream = (shard: number): JetStreamPlan => ({
  name: `JOURNAL_${String(shard).padStart(2, '0')}`,
  subjects: [SUBJECTS.journal(shard, '*')],
  storage: 'file',
  maxAgeS: 72 * HOUR_S,
  maxBytes: 20 * GIB,
  maxMessageBytes: MESSAGE_BYTES_MAX,
  // More than a station produces in this time: excess segments of a station displace only its own.
  maxPerSubject: 10_000,
  dedupeS: 120,
  denyRemoval: true,
});

/** Durable consumer of each journal stream: one archiver at a time pulls, in order for each station. */
export const ARCHIVE_CONSUMER = { name: 'archive', ackWaitS: 30, maxPending: 2000 } as const;

/** The newest beat of every station: a new replica knows all of them at once. */
export const BEATS: JetStreamPlan = {
  name: 'BEATS',
  subjects: [SUBJECTS.beat('*')],
  storage: 'memory',
  maxAgeS: HOUR_S,
  maxPerSubject: 1,
};

/** The newest message of every subscribed topic. */
export const TOPICS: JetStreamPlan = {
  name: 'TOPICS',
  subjects: [SUBJECTS.topic('*', '*')],
  storage: 'memory',
  maxAgeS: 600,
  maxPerSubject: 1,
};

/** Archived events, for integrators that continue from a number. */
export const EVENTS: JetStreamPlan = {
  name: 'EVENTS',
  subjects: [SUBJECTS.event('*', '>')],
  storage: 'file',
  maxAgeS: 7 * 24 * HOUR_S,
  maxBytes: 10 * GIB,
  dedupeS: HOUR_S,
};

/** Key-value buckets. `ttlS`: lifetime of every entry. */
export const BUCKETS = {
  /** Relay of each stream that is watched. */
  ROOMS: { name: 'ROOMS', ttlS: 60, maxBytes: GIB / 64 },
} as const;
