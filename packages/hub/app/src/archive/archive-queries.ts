import { zstdDecompressSync } from 'node:zlib';
import { severitiesFrom } from '@kitestring/hub-contract/hub-event.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import type { JournalRecord } from '@kitestring/hub-contract/record.ts';
import type { NotificationSeverity } from '@kitestring/station-contract/notifications/notification.ts';
import { readCounter } from '../database/counters.ts';
import type { Queries } from '../database/database.ts';

/** An event as it is stored. */
export interface ArchivedEvent {
  /** Number over all stations. */
  readonly n: number;
  readonly sid: string;
  /** Null, like `seq`, for an event of the hub. */
  readonly epoch: string | null;
  readonly seq: number | null;
  readonly time_ms: number;
  readonly wall_ms: number;
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Absent fields match everything. */
export interface EventKindFilter {
  readonly sid?: string | undefined;
  /** Only of these stations. */
  readonly sids?: readonly string[] | undefined;
  readonly kind?: string | undefined;
  /** This severity and higher. */
  readonly severity?: NotificationSeverity | undefined;
}

interface EventFilter extends EventKindFilter {
  /** After this number. */
  readonly after: number;
  /** Before this number; returns the newest of them instead of the oldest. */
  readonly before?: number | undefined;
  /** Time of the event, Unix milliseconds. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Only begins and ends of notifications that began before, Unix milliseconds. */
  readonly beganBeforeMs?: number | undefined;
  readonly limit: number;
}

/** Ordered by number. */
export async function eventsAfter({ query }: Queries, filter: EventFilter): Promise<readonly ArchivedEvent[]> {
  const { after, before, beganBeforeMs, fromMs, kind, limit, severity, sid, sids, toMs } = filter;
  const severities = severity === undefined ? null : severitiesFrom(severity);
  const events = await query<ArchivedEvent>(
    `SELECT n, sid, epoch, seq, time_ms, wall_ms, kind, data FROM event
     WHERE n > $1 AND ($2::text IS NULL OR sid = $2) AND ($3::text IS NULL OR kind = $3)
       AND ($4::text[] IS NULL OR data->>'severity' = ANY ($4)) AND ($6::text[] IS NULL OR sid = ANY ($6))
       AND ($7::bigint IS NULL OR time_ms >= $7) AND ($8::bigint IS NULL OR time_ms <= $8)
       AND ($9::bigint IS NULL OR (jsonb_typeof(data->'began') = 'number' AND data->'began' < to_jsonb($9::bigint)))
       AND ($10::bigint IS NULL OR n < $10)
     ORDER BY n ${before === undefined ? 'ASC' : 'DESC'} LIMIT $5`,
    [
      ...[after, sid ?? null, kind ?? null, severities, limit, sids ?? null],
      ...[fromMs ?? null, toMs ?? null, beganBeforeMs ?? null, before ?? null],
    ],
  );
  return before === undefined ? events : events.toReversed();
}

/** The same filter for one event. */
export const fitsFilter = (event: ArchivedEvent, { kind, severity, sid, sids }: EventKindFilter): boolean =>
  (sid === undefined || event.sid === sid) &&
  (sids === undefined || sids.includes(event.sid)) &&
  (kind === undefined || event.kind === kind) &&
  (severity === undefined || (severitiesFrom(severity) as readonly unknown[]).includes(event.data.severity));

/** Number of the newest event; 0 if there is none. */
export const newestEvent = async (queries: Queries): Promise<number> => (await readCounter(queries, 'event')) ?? 0;

/** Number of the oldest event that is kept; those before were removed. */
export const firstEvent = async (queries: Queries): Promise<number> => (await readCounter(queries, 'first_event')) ?? 1;

/** Number of the first record of an epoch that is kept; those before were removed. */
export async function keptFrom({ query }: Queries, sid: string, epoch: string): Promise<number> {
  const [row] = await query<{ kept_from: number }>('SELECT kept_from FROM cursor WHERE sid = $1 AND epoch = $2', [
    ...[sid, epoch],
  ]);
  return row?.kept_from ?? 1;
}

/** Records from one number to another that the archive does not have. */
interface Gap {
  readonly first: number;
  readonly last: number;
  /** `declared`: discarded by the station. `lost`: no longer in its journal. `missing`: the archive is damaged. */
  readonly kind: 'declared' | 'lost' | 'missing';
  /** Station time of the neighbouring segments, Unix milliseconds; null if there is none. */
  readonly from_ms: number | null;
  readonly to_ms: number | null;
}

/** One epoch of a station. */
export interface EpochSummary {
  readonly epoch: string;
  readonly begun_ms: number;
  readonly have: number;
  /** Hash of the segment that ends with `have`: it covers all records before it. */
  readonly hash: string | undefined;
  /** Records before this number were removed by retention, or belong to an earlier epoch or membership; 1 otherwise. */
  readonly kept_from: number;
  /** Hash of the segment that ends before `kept_from`. */
  readonly kept_hash: string | undefined;
  /** Records that are archived. */
  readonly archived: number;
  /** Number of resend orders so far. */
  readonly generation: number;
  readonly gaps: readonly Gap[];
}

interface CursorSummary extends Pick<EpochSummary, 'epoch' | 'begun_ms' | 'have' | 'generation' | 'kept_from'> {
  readonly hash: string | null;
  readonly kept_hash: string | null;
}

/** Completeness of all records that a station has numbered, computed from the stored segments, not from the cursors. */
export async function readEpochs(queries: Queries, sid: string): Promise<readonly EpochSummary[]> {
  const epochs = await queries.query<CursorSummary>(
    'SELECT epoch, begun_ms, have, hash, generation, kept_from, kept_hash FROM cursor WHERE sid = $1 ORDER BY begun_ms, epoch',
    [sid],
  );
  const summaries: EpochSummary[] = [];
  for (const { hash, kept_hash, ...epoch } of epochs) {
    const archived = await countArchived(queries, sid, epoch.epoch);
    const gaps = await findGaps(queries, sid, epoch.epoch);
    summaries.push({ ...epoch, hash: hash ?? undefined, kept_hash: kept_hash ?? undefined, archived, gaps });
  }
  return summaries;
}

async function countArchived({ query }: Queries, sid: string, epoch: string): Promise<number> {
  const [row] = await query<{ archived: number }>(
    `SELECT coalesce(sum(last - first + 1), 0)::bigint AS archived FROM segment
     WHERE sid = $1 AND epoch = $2 AND body IS NOT NULL`,
    [sid, epoch],
  );
  return row?.archived ?? 0;
}

/** A single statement, so that a removal meanwhile does not look like a gap. */
async function findGaps({ query }: Queries, sid: string, epoch: string): Promise<readonly Gap[]> {
  return query<Gap & Readonly<Record<string, unknown>>>(
    `WITH held AS (
       SELECT first, last, CASE WHEN body IS NULL THEN 'declared' END AS kind FROM segment WHERE sid = $1 AND epoch = $2
       UNION ALL SELECT first, last, 'lost' FROM lost WHERE sid = $1 AND epoch = $2
     ), ordered AS (
       SELECT first, coalesce(max(last) OVER (ORDER BY first ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),
         (SELECT kept_from - 1 FROM cursor WHERE sid = $1 AND epoch = $2)) AS before
       FROM held
     ), gap AS (
       SELECT first, last, kind FROM held WHERE kind IS NOT NULL
       UNION ALL SELECT before + 1, first - 1, 'missing' FROM ordered WHERE first > before + 1
     )
     SELECT gap.*,
       (SELECT t1 FROM segment WHERE sid = $1 AND epoch = $2 AND segment.first < gap.first ORDER BY segment.first DESC LIMIT 1) AS from_ms,
       (SELECT t0 FROM segment WHERE sid = $1 AND epoch = $2 AND segment.first > gap.last ORDER BY segment.first LIMIT 1) AS to_ms
     FROM gap ORDER BY gap.first`,
    [sid, epoch],
  );
}

/** A stored segment, with the proof that its records are complete and unchanged. */
export interface StoredSegment {
  readonly first: number;
  readonly last: number;
  readonly t0: number;
  readonly t1: number;
  readonly has_event: boolean;
  readonly previous: string;
  readonly body_hash: string;
  readonly hash: string;
  readonly signature: string;
  readonly body: Uint8Array | null;
}

interface SegmentRange {
  readonly epoch: string;
  /** After the record with this number. */
  readonly after: number;
  /** Station time, Unix milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
}

export function readSegments({ query }: Queries, sid: string, range: SegmentRange): Promise<readonly StoredSegment[]> {
  const { after, epoch, from, limit, to } = range;
  return query<StoredSegment>(
    `SELECT first, last, t0, t1, has_event, previous, body_hash, hash, signature, body FROM segment
     WHERE sid = $1 AND epoch = $2 AND last > $3 AND ($4::bigint IS NULL OR t1 >= $4) AND ($5::bigint IS NULL OR t0 <= $5)
     ORDER BY first LIMIT $6`,
    [sid, epoch, after, from ?? null, to ?? null, limit],
  );
}

/** The records of a segment; none for a declared gap. */
export function parseRecords({ body }: StoredSegment): readonly JournalRecord[] {
  if (body === null) return [];
  const text = zstdDecompressSync(body, { maxOutputLength: LIMITS.segmentTextBytes }).toString('utf8');
  // It was checked when it was archived.
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JournalRecord);
}
