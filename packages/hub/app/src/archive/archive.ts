import { isHubEventKind } from '@kitestring/hub-contract/hub-event.ts';
import { isEventKind } from '@kitestring/hub-contract/record.ts';
import { noteAlarms } from '../alarms/alarm-table.ts';
import type { Database, Queries, SqlValue } from '../database/database.ts';
import { Gathered } from '../database/gathered.ts';
import { insertRows } from '../database/insert-rows.ts';
import { insertEvents } from '../events/insert-events.ts';
import { archivingMs } from './archive-clock.ts';
import type { CheckedSegment } from './check-segment.ts';
import { type ArchiveCursor, type BatchPlan, cursorKey, planBatch } from './plan-batch.ts';

const SEGMENT_COLUMNS = [
  ...['sid', 'epoch', 'first', 'last', 't0', 't1', 'has_event', 'previous', 'body_hash', 'hash', 'signature', 'body'],
  'archived_ms',
];

/** Refused segments kept per station, so that a hostile one cannot fill the disk. */
const QUARANTINED_MAX = 100;

/** An epoch of a station, as described in its greeting. */
interface GreetedEpoch {
  readonly sid: string;
  readonly epoch: string;
  /** The oldest record that it still has. */
  readonly keptFrom: number;
  /** Records before `from` belong to this epoch. */
  readonly previousEpoch?: string | undefined;
  readonly from?: number | undefined;
}

interface CursorRow extends Omit<ArchiveCursor, 'hash'> {
  readonly hash: string | null;
}

/** Records of all stations, each stored once. */
export class Archive {
  readonly #database: Database;
  readonly #nowMs: () => number;
  readonly #kept = new Gathered((kept: readonly GreetedEpoch[]) => this.#noteLost(kept));

  constructor(database: Database, nowMs: () => number) {
    this.#database = database;
    this.#nowMs = nowMs;
  }

  /** Commits the new segments of the batch, all or nothing, and returns the outcome of each. */
  store(batch: readonly CheckedSegment[]): Promise<BatchPlan> {
    return this.#database.transaction(async (queries) => {
      const keys = new Set(batch.map(({ head, sid }) => cursorKey(sid, head.e)));
      const plan = planBatch(batch, await this.#lockCursors(queries, keys));
      const atMs = await archivingMs(queries, this.#nowMs());
      const rows = plan.stored.map((segment) => segmentRow(segment, atMs));
      await insertRows(queries, 'segment', SEGMENT_COLUMNS, rows);
      const events = plan.stored.flatMap(eventsIn);
      await insertEvents(queries, events, atMs);
      await noteAlarms(queries, events);
      await moveCursors(queries, plan.moved);
      return plan;
    });
  }

  /** The cursor of an epoch; it starts at 0. */
  cursor(sid: string, epoch: string): Promise<ArchiveCursor> {
    return this.#database.transaction((queries) => this.#lockCursor(queries, sid, epoch));
  }

  /**
   * A new epoch continues where the previous epoch, or the station’s previous membership, ended. Records that the
   * station no longer has are marked as lost, and the archive continues after them.
   */
  greeted(greeted: GreetedEpoch): Promise<ArchiveCursor> {
    return this.#kept.do(greeted);
  }

  #noteLost(kept: readonly GreetedEpoch[]): Promise<readonly ArchiveCursor[]> {
    return this.#database.transaction(async (queries) => {
      const cursors = await this.#lockCursors(queries, new Set(kept.map(({ epoch, sid }) => cursorKey(sid, epoch))));
      const lost: SqlValue[][] = [];
      const moved = new Map<string, ArchiveCursor>();
      const now: ArchiveCursor[] = [];
      for (const greeted of kept) {
        const key = cursorKey(greeted.sid, greeted.epoch);
        const known = moved.get(key) ?? cursorIn(cursors, key);
        const begun = known.have === 0 ? await continued(queries, known, greeted) : known;
        const isLost = greeted.keptFrom > begun.have + 1;
        const cursor = isLost ? { ...begun, have: greeted.keptFrom - 1, hash: undefined } : begun;
        if (isLost) lost.push([cursor.sid, cursor.epoch, begun.have + 1, cursor.have, this.#nowMs()]);
        if (cursor !== known) moved.set(key, cursor);
        now.push(cursor);
      }
      await insertRows(queries, 'lost', ['sid', 'epoch', 'first', 'last', 'noted_ms'], lost);
      await moveCursors(queries, [...moved.values()]);
      return now;
    });
  }

  /** Increments the generation: a resend order follows. */
  nextGeneration(sid: string, epoch: string): Promise<ArchiveCursor> {
    return this.#database.transaction(async (queries) => {
      const cursor = await this.#lockCursor(queries, sid, epoch);
      const raised = { ...cursor, generation: cursor.generation + 1 };
      await moveCursors(queries, [raised]);
      return raised;
    });
  }

  /** Stores a refused segment. @param digest of the bytes: identical ones are stored once */
  async quarantine(sid: string, digest: string, reason: string, bytes: Uint8Array): Promise<void> {
    await this.#database.query(
      `INSERT INTO quarantine (sid, digest, reason, bytes, noted_ms)
       SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM quarantine WHERE sid = $1) < $6
       ON CONFLICT DO NOTHING`,
      [sid, digest, reason, bytes, this.#nowMs(), QUARANTINED_MAX],
    );
  }

  async #lockCursor(queries: Queries, sid: string, epoch: string): Promise<ArchiveCursor> {
    const key = cursorKey(sid, epoch);
    return cursorIn(await this.#lockCursors(queries, new Set([key])), key);
  }

  /** One statement for all: a batch after an hour offline has segments of hundreds of stations. */
  async #lockCursors({ query }: Queries, keys: ReadonlySet<string>): Promise<Map<string, ArchiveCursor>> {
    // A fixed order, so that two archivers cannot deadlock.
    const parts = [...keys].sort().map((key) => key.split(' '));
    const columns = [parts.map(([sid = '']) => sid), parts.map(([, epoch = '']) => epoch)];
    await query(
      `INSERT INTO cursor (sid, epoch, begun_ms, have, generation)
       SELECT sid, epoch, $3::bigint, 0, 0 FROM unnest($1::text[], $2::text[]) AS key (sid, epoch) ON CONFLICT DO NOTHING`,
      [...columns, this.#nowMs()],
    );
    const rows = await query<CursorRow>(
      `SELECT sid, epoch, have, hash, generation FROM cursor
       WHERE (sid, epoch) IN (SELECT * FROM unnest($1::text[], $2::text[])) ORDER BY sid, epoch FOR UPDATE`,
      columns,
    );
    return new Map(rows.map((row) => [cursorKey(row.sid, row.epoch), { ...row, hash: row.hash ?? undefined }]));
  }
}

function cursorIn(cursors: ReadonlyMap<string, ArchiveCursor>, key: string): ArchiveCursor {
  const cursor = cursors.get(key);
  if (cursor === undefined) throw new Error(`the cursor of ${key} is gone`);
  return cursor;
}

/** The cursor of an epoch of which nothing is archived under this name. Records archived under its previous name or membership are not missing. */
async function continued(
  { query }: Queries,
  cursor: ArchiveCursor,
  { epoch, from = 1, previousEpoch, sid }: GreetedEpoch,
): Promise<ArchiveCursor> {
  const newest = (name: string) =>
    query<{ have: number; hash: string | null }>(
      'SELECT have, hash FROM cursor WHERE epoch = $1 AND NOT (sid = $2 AND epoch = $3) ORDER BY have DESC LIMIT 1',
      [name, sid, epoch],
    );
  const [elsewhere] = await newest(epoch);
  const [before] = previousEpoch === undefined ? [] : await newest(previousEpoch);
  const begun = elsewhere ?? { have: Math.min(before?.have ?? 0, from - 1), hash: null };
  if (begun.have < 1) return cursor;
  await query('UPDATE cursor SET kept_from = $3, kept_hash = $4 WHERE sid = $1 AND epoch = $2', [
    ...[sid, epoch, begun.have + 1, begun.hash],
  ]);
  return { ...cursor, have: begun.have, hash: begun.hash ?? undefined };
}

async function moveCursors({ query }: Queries, moved: readonly ArchiveCursor[]): Promise<void> {
  if (moved.length === 0) return;
  await query(
    `UPDATE cursor SET have = moved.have, hash = moved.hash, generation = moved.generation
     FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::integer[])
       AS moved (sid, epoch, have, hash, generation)
     WHERE cursor.sid = moved.sid AND cursor.epoch = moved.epoch`,
    [
      ...[moved.map(({ sid }) => sid), moved.map(({ epoch }) => epoch), moved.map(({ have }) => have)],
      ...[moved.map(({ hash }) => hash ?? null), moved.map(({ generation }) => generation)],
    ],
  );
}

function segmentRow({ body, head, sid }: CheckedSegment, atMs: number): readonly SqlValue[] {
  const { b, e, ev, f, h, l, p, sig, t0, t1 } = head;
  return [sid, e, f, l, t0, t1, ev, p, b, h, sig, body ?? null, atMs];
}

/** A station cannot speak for the hub: a record that tries to is archived, but is not an event. */
const eventsIn = ({ head, records, sid }: CheckedSegment) =>
  records
    .filter(({ k }) => isEventKind(k) && !isHubEventKind(k))
    .map(({ d: data, k: kind, s: seq, t: timeMs, w: clockMs }) => ({
      sid,
      epoch: head.e,
      seq,
      timeMs,
      clockMs,
      kind,
      data,
    }));
