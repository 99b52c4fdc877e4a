import { isEventKind } from '@kitestring/hubcontract/record.ts';
import type { Database, Queries, SqlValue } from '../database/database.ts';
import { insertRows } from '../database/insert-rows.ts';
import type { CheckedSegment } from './check-segment.ts';
import { type ArchiveCursor, type BatchPlan, cursorKey, planBatch } from './plan-batch.ts';

const SEGMENT_COLUMNS = [
  ...['sid', 'epoch', 'first', 'last', 't0', 't1', 'has_event', 'previous', 'body_hash', 'hash', 'signature', 'body'],
  'archived_ms',
];
const EVENT_COLUMNS = ['n', 'sid', 'epoch', 'seq', 'time_ms', 'wall_ms', 'kind', 'data'];

/** Refused segments kept for each station, so that a hostile one cannot fill the disk. */
const QUARANTINED_MAX = 100;

interface CursorRow {
  readonly [column: string]: unknown;
  readonly sid: string;
  readonly epoch: string;
  readonly have: number;
  readonly hash: string | null;
  readonly generation: number;
}

/** Records of all stations, each stored once. */
export class Archive {
  readonly #database: Database;
  readonly #nowMs: () => number;

  constructor(database: Database, nowMs: () => number) {
    this.#database = database;
    this.#nowMs = nowMs;
  }

  /** Commits what is new in the batch, all or nothing, and says what became of each segment. */
  store(batch: readonly CheckedSegment[]): Promise<BatchPlan> {
    return this.#database.transaction(async (queries) => {
      const plan = planBatch(batch, await this.#lockCursors(queries, batch));
      const rows = plan.stored.map((segment) => segmentRow(segment, this.#nowMs()));
      await insertRows(queries, 'segment', SEGMENT_COLUMNS, rows);
      await insertEvents(queries, plan.stored);
      for (const cursor of plan.moved) await moveCursor(queries, cursor);
      return plan;
    });
  }

  /** The cursor of a numbering, which begins with 0. */
  cursor(sid: string, epoch: string): Promise<ArchiveCursor> {
    return this.#database.transaction((queries) => this.#lockCursor(queries, sid, epoch));
  }

  /**
   * The station has no record before `keptFrom` any more: what is missing before it is noted as lost, and the archive
   * goes on from there.
   */
  noteLost(sid: string, epoch: string, keptFrom: number): Promise<ArchiveCursor> {
    return this.#database.transaction(async (queries) => {
      const cursor = await this.#lockCursor(queries, sid, epoch);
      if (keptFrom <= cursor.have + 1) return cursor;
      await insertRows(
        queries,
        'lost',
        ['sid', 'epoch', 'first', 'last', 'noted_ms'],
        [[sid, epoch, cursor.have + 1, keptFrom - 1, this.#nowMs()]],
      );
      const moved = { ...cursor, have: keptFrom - 1, hash: undefined };
      await moveCursor(queries, moved);
      return moved;
    });
  }

  /** Raises the generation: an order to send again is about to be given. */
  nextGeneration(sid: string, epoch: string): Promise<ArchiveCursor> {
    return this.#database.transaction(async (queries) => {
      const cursor = await this.#lockCursor(queries, sid, epoch);
      const raised = { ...cursor, generation: cursor.generation + 1 };
      await moveCursor(queries, raised);
      return raised;
    });
  }

  /** Keeps a refused segment. @param digest of the bytes: the same ones are kept once */
  async quarantine(sid: string, digest: string, reason: string, bytes: Uint8Array): Promise<void> {
    await this.#database.query(
      `INSERT INTO quarantine (sid, digest, reason, bytes, noted_ms)
       SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM quarantine WHERE sid = $1) < $6
       ON CONFLICT DO NOTHING`,
      [sid, digest, reason, bytes, this.#nowMs(), QUARANTINED_MAX],
    );
  }

  async #lockCursors(queries: Queries, batch: readonly CheckedSegment[]): Promise<Map<string, ArchiveCursor>> {
    const cursors = new Map<string, ArchiveCursor>();
    // One order for all, so that two archivers cannot wait for each other.
    for (const key of [...new Set(batch.map(({ head, sid }) => cursorKey(sid, head.e)))].sort()) {
      const [sid = '', epoch = ''] = key.split(' ');
      cursors.set(key, await this.#lockCursor(queries, sid, epoch));
    }
    return cursors;
  }

  async #lockCursor({ query }: Queries, sid: string, epoch: string): Promise<ArchiveCursor> {
    await query(
      'INSERT INTO cursor (sid, epoch, begun_ms, have, generation) VALUES ($1, $2, $3, 0, 0) ON CONFLICT DO NOTHING',
      [sid, epoch, this.#nowMs()],
    );
    const [row] = await query<CursorRow>(
      'SELECT sid, epoch, have, hash, generation FROM cursor WHERE sid = $1 AND epoch = $2 FOR UPDATE',
      [sid, epoch],
    );
    if (row === undefined) throw new Error(`the cursor of ${sid} ${epoch} is gone`);
    return { ...row, hash: row.hash ?? undefined };
  }
}

const moveCursor = ({ query }: Queries, { epoch, generation, hash, have, sid }: ArchiveCursor): Promise<unknown> =>
  query('UPDATE cursor SET have = $3, hash = $4, generation = $5 WHERE sid = $1 AND epoch = $2', [
    ...[sid, epoch, have],
    hash ?? null,
    generation,
  ]);

function segmentRow({ body, head, sid }: CheckedSegment, nowMs: number): readonly SqlValue[] {
  const { b, e, ev, f, h, l, p, sig, t0, t1 } = head;
  return [sid, e, f, l, t0, t1, ev, p, b, h, sig, body ?? null, nowMs];
}

/** Numbers the events of all stations in the order of their archiving: readers go on from a number and miss none. */
async function insertEvents(queries: Queries, stored: readonly CheckedSegment[]): Promise<void> {
  const events = stored.flatMap(({ head, records, sid }) =>
    records.filter(({ k }) => isEventKind(k)).map((record) => ({ sid, epoch: head.e, record })),
  );
  if (events.length === 0) return;
  // The row stays locked until the commit, so numbers become visible in their order.
  const [row] = await queries.query<{ value: number }>(
    `INSERT INTO counter (name, value) VALUES ('event', $1)
     ON CONFLICT (name) DO UPDATE SET value = counter.value + $1 RETURNING value`,
    [events.length],
  );
  const first = (row?.value ?? 0) - events.length + 1;
  const rows = events.map(({ epoch, record: { d, k, s, t, w }, sid }, index) => [
    ...[first + index, sid, epoch, s, t, w, k],
    JSON.stringify(d, storable),
  ]);
  await insertRows(queries, 'event', EVENT_COLUMNS, rows);
}

/** PostgreSQL keeps neither NUL nor half a surrogate pair in a text; the segment has the original. */
const storable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : value;
