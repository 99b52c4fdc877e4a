import { zstdDecompressSync } from 'node:zlib';
import { LIMITS } from '@kitestring/hubcontract/limits.ts';
import type { JournalRecord } from '@kitestring/hubcontract/record.ts';
import type { Queries } from '../database/database.ts';

/** An event as it is stored. */
export interface ArchivedEvent {
  readonly [column: string]: unknown;
  /** Number over all stations. */
  readonly n: number;
  readonly sid: string;
  readonly epoch: string;
  readonly seq: number;
  readonly time_ms: number;
  readonly wall_ms: number;
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface EventFilter {
  /** After this number. */
  readonly after: number;
  readonly limit: number;
  readonly sid?: string | undefined;
  readonly kind?: string | undefined;
}

export function eventsAfter({ query }: Queries, filter: EventFilter): Promise<readonly ArchivedEvent[]> {
  const { after, kind, limit, sid } = filter;
  return query<ArchivedEvent>(
    `SELECT n, sid, epoch, seq, time_ms, wall_ms, kind, data FROM event
     WHERE n > $1 AND ($2::text IS NULL OR sid = $2) AND ($3::text IS NULL OR kind = $3) ORDER BY n LIMIT $4`,
    [after, sid ?? null, kind ?? null, limit],
  );
}

/** Records from one number to another that the archive does not have. */
interface Gap {
  readonly first: number;
  readonly last: number;
  /** `declared`: the station gave them up. `lost`: its journal no longer has them. `missing`: the archive is damaged. */
  readonly kind: 'declared' | 'lost' | 'missing';
}

/** One numbering of a station. */
export interface EpochSummary {
  readonly epoch: string;
  readonly begun_ms: number;
  readonly have: number;
  /** Hash of the segment that ends with `have`: stands for all before it. */
  readonly hash: string | undefined;
  /** Records that are archived. */
  readonly archived: number;
  readonly gaps: readonly Gap[];
}

/** Completeness of everything that a station has numbered, computed from what is stored, not from the cursors. */
export async function epochsOf(queries: Queries, sid: string): Promise<readonly EpochSummary[]> {
  const epochs = await queries.query<{ epoch: string; begun_ms: number; have: number; hash: string | null }>(
    'SELECT epoch, begun_ms, have, hash FROM cursor WHERE sid = $1 ORDER BY begun_ms, epoch',
    [sid],
  );
  const summaries: EpochSummary[] = [];
  for (const { hash, ...epoch } of epochs) {
    const archived = await archivedOf(queries, sid, epoch.epoch);
    summaries.push({ ...epoch, hash: hash ?? undefined, archived, gaps: await gapsOf(queries, sid, epoch.epoch) });
  }
  return summaries;
}

async function archivedOf({ query }: Queries, sid: string, epoch: string): Promise<number> {
  const [row] = await query<{ archived: number }>(
    `SELECT coalesce(sum(last - first + 1), 0)::bigint AS archived FROM segment
     WHERE sid = $1 AND epoch = $2 AND body IS NOT NULL`,
    [sid, epoch],
  );
  return row?.archived ?? 0;
}

async function gapsOf({ query }: Queries, sid: string, epoch: string): Promise<readonly Gap[]> {
  return query<Gap & Readonly<Record<string, unknown>>>(
    `WITH held AS (
       SELECT first, last, CASE WHEN body IS NULL THEN 'declared' END AS kind FROM segment WHERE sid = $1 AND epoch = $2
       UNION ALL SELECT first, last, 'lost' FROM lost WHERE sid = $1 AND epoch = $2
     ), ordered AS (
       SELECT first, coalesce(max(last) OVER (ORDER BY first ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
       FROM held
     )
     SELECT first, last, kind FROM held WHERE kind IS NOT NULL
     UNION ALL SELECT before + 1, first - 1, 'missing' FROM ordered WHERE first > before + 1
     ORDER BY 1`,
    [sid, epoch],
  );
}

/** A stored segment: what proves that its records are complete and unchanged. */
export interface StoredSegment {
  readonly [column: string]: unknown;
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

export function segmentsOf({ query }: Queries, sid: string, range: SegmentRange): Promise<readonly StoredSegment[]> {
  const { after, epoch, from, limit, to } = range;
  return query<StoredSegment>(
    `SELECT first, last, t0, t1, has_event, previous, body_hash, hash, signature, body FROM segment
     WHERE sid = $1 AND epoch = $2 AND last > $3 AND ($4::bigint IS NULL OR t1 >= $4) AND ($5::bigint IS NULL OR t0 <= $5)
     ORDER BY first LIMIT $6`,
    [sid, epoch, after, from ?? null, to ?? null, limit],
  );
}

/** The records of a segment; none for a declared gap. */
export function recordsOf({ body }: StoredSegment): readonly JournalRecord[] {
  if (body === null) return [];
  const text = zstdDecompressSync(body, { maxOutputLength: LIMITS.segmentTextBytes }).toString('utf8');
  // Checked when it was archived.
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JournalRecord);
}
