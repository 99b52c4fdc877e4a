import { randomUUID } from 'node:crypto';
import { RECORDING_STATES } from '@kitestring/hub-contract/fleet/recordings.ts';
import type { UploadFile, UploadKind } from '@kitestring/hub-contract/upload.ts';
import type { StationWait } from '@kitestring/hub-contract/upload-wait.ts';
import type { Asker } from '../commands/order-asker.ts';
import type { Database, Queries } from '../database/database.ts';
import { insertRows } from '../database/insert-rows.ts';
import { storableJson } from '../database/storable.ts';

/** A file with its key in the store, and the upload of its parts. */
export interface KeptFile extends UploadFile {
  readonly key: string;
  /** Absent once it is combined and verified. */
  readonly upload?: string;
}

export interface KeptUpload {
  readonly n: number;
  readonly id: string;
  readonly sid: string;
  readonly recording: string;
  readonly kind: UploadKind;
  /** Whether a policy has ordered it. */
  readonly automatic: boolean;
  readonly state: (typeof RECORDING_STATES)[number];
  /** A person by id, without the name. */
  readonly asker: Asker;
  readonly kbps: number;
  readonly ordered_ms: number;
  readonly stored_ms: number | null;
  readonly removed_ms: number | null;
  /** Why it failed or was removed. */
  readonly reason: string | null;
  readonly files: readonly KeptFile[];
  /** Why the station does not send it now, as last reported. */
  readonly waits: StationWait | null;
  /** Whether another upload of the station comes first. */
  readonly is_behind: boolean;
}

export type NewUpload = Pick<KeptUpload, 'sid' | 'recording' | 'kind' | 'asker' | 'kbps'>;

interface UploadFilter {
  readonly kind: UploadKind;
  readonly sid?: string | undefined;
  readonly sids?: readonly string[] | undefined;
  readonly state?: KeptUpload['state'] | undefined;
  readonly before: number;
  readonly limit: number;
}

const IS_OPEN = "state IN ('ordered', 'uploading')";
const IS_BEHIND = `upload.${IS_OPEN} AND EXISTS (SELECT FROM upload AS other
  WHERE other.sid = upload.sid AND other.${IS_OPEN} AND (other.automatic, other.n) < (upload.automatic, upload.n))`;
const COLUMNS = `n, id, sid, recording, kind, automatic, state, asker, kbps, ordered_ms, stored_ms, removed_ms, reason, files, waits,
  (${IS_BEHIND}) AS is_behind`;
const INSERTED = ['id', 'sid', 'recording', 'kind', 'automatic', 'state', 'asker', 'kbps', 'ordered_ms', 'files'];

/** Recordings that the hub has or is receiving. */
export class UploadTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(id: string): Promise<KeptUpload | undefined> {
    const [row] = await this.#database.query<KeptUpload>(`SELECT ${COLUMNS} FROM upload WHERE id = $1`, [id]);
    return row;
  }

  /** The order of a person for a recording or a log; created if there is none. */
  async order(queries: Queries, order: NewUpload, nowMs: number): Promise<KeptUpload> {
    const { recording, sid } = order;
    await insertRows(
      ...([queries, 'upload', INSERTED, [newRow(order, false, nowMs)]] as const),
      `ON CONFLICT (sid, recording) DO UPDATE SET state = CASE WHEN upload.state IN ('failed', 'removed') THEN 'ordered' ELSE upload.state END,
       reason = NULL, removed_ms = NULL, waits = NULL,
       files = CASE WHEN upload.state = 'removed' THEN '[]' ELSE upload.files END, automatic = false, asker = excluded.asker, kbps = excluded.kbps
       WHERE upload.state IN ('failed', 'removed') OR (upload.automatic AND upload.state <> 'stored')`,
    );
    const [row] = await queries.query<KeptUpload>(`SELECT ${COLUMNS} FROM upload WHERE sid = $1 AND recording = $2`, [
      sid,
      recording,
    ]);
    if (row === undefined) throw new Error(`the order for ${recording} of ${sid} is gone`);
    return row;
  }

  /** The order of a policy. Uploads that have failed or were removed are not ordered again. */
  async orderAutomatic(queries: Queries, order: NewUpload, nowMs: number): Promise<void> {
    const row = newRow(order, true, nowMs);
    await insertRows(queries, 'upload', INSERTED, [row], 'ON CONFLICT (sid, recording) DO NOTHING');
  }

  list({ before, kind, limit, sid, sids, state }: UploadFilter): Promise<readonly KeptUpload[]> {
    return this.#database.query<KeptUpload>(
      `SELECT ${COLUMNS} FROM upload WHERE n < $1 AND ($2::text IS NULL OR sid = $2)
       AND ($3::text[] IS NULL OR sid = ANY ($3)) AND state = ANY ($4) AND kind = $6 ORDER BY n DESC LIMIT $5`,
      [before, sid ?? null, sids ?? null, state === undefined ? LISTED : [state], limit, kind],
    );
  }

  /** Orders that are not stored yet: those of people first, then the oldest. */
  open(): Promise<readonly KeptUpload[]> {
    return this.#database.query<KeptUpload>(`SELECT ${COLUMNS} FROM upload WHERE ${IS_OPEN} ORDER BY automatic, n`);
  }

  /** Records why the station delays this one; undefined: it is sending it. */
  async waits(id: string, wait: StationWait | undefined): Promise<void> {
    await this.#database.query(`UPDATE upload SET waits = $2 WHERE id = $1 AND ${IS_OPEN}`, [id, json(wait)]);
  }

  /** Records that the policy of the station delays all its automatic orders of this kind. */
  async policyWaits({ kind, sid }: Pick<KeptUpload, 'kind' | 'sid'>, wait: StationWait | undefined): Promise<void> {
    await this.#database.query(
      `UPDATE upload SET waits = $3 WHERE sid = $1 AND kind = $2 AND automatic AND ${IS_OPEN}`,
      [sid, kind, json(wait)],
    );
  }

  /** @returns false when it is not expected any more */
  async keepFiles(id: string, files: readonly KeptFile[]): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE upload SET files = $2, state = 'uploading' WHERE id = $1 AND ${IS_OPEN} RETURNING id`,
      [id, JSON.stringify(files)],
    );
    return rows.length > 0;
  }

  /** The station cannot upload it. */
  async failed(id: string, reason: string): Promise<void> {
    await this.#database.query(`UPDATE upload SET state = 'failed', reason = $2 WHERE id = $1 AND ${IS_OPEN}`, [
      id,
      reason,
    ]);
  }

  async stored(queries: Queries, id: string, nowMs: number): Promise<boolean> {
    const rows = await queries.query(
      "UPDATE upload SET state = 'stored', stored_ms = $2 WHERE id = $1 AND state = 'uploading' RETURNING id",
      [id, nowMs],
    );
    return rows.length > 0;
  }

  /** A stored recording of a station, whose videos the hub can serve instead. */
  async storedOf(sid: string, recording: string): Promise<KeptUpload | undefined> {
    const [row] = await this.#database.query<KeptUpload>(
      `SELECT ${COLUMNS} FROM upload WHERE sid = $1 AND recording = $2 AND kind = 'recording' AND state = 'stored'`,
      [sid, recording],
    );
    return row;
  }

  /** Marks it as being read until then. @returns false when it is not stored any more */
  async reading(id: string, untilMs: number): Promise<boolean> {
    const rows = await this.#database.query(
      "UPDATE upload SET read_until_ms = greatest(read_until_ms, $2) WHERE id = $1 AND state = 'stored' RETURNING id",
      [id, untilMs],
    );
    return rows.length > 0;
  }

  /** Stored ones from before a time, oldest first. */
  oldest(kind: UploadKind, afterMs: number, limit: number, beforeMs: number) {
    return this.#database.query<KeptUpload & { readonly bytes: number; readonly stored_ms: number }>(
      `SELECT ${COLUMNS}, ${BYTES} AS bytes FROM upload
       WHERE kind = $1 AND state = 'stored' AND stored_ms > $2 AND stored_ms < $3 ORDER BY stored_ms, n LIMIT $4`,
      [kind, afterMs, beforeMs, limit],
    );
  }

  /** Total length of all stored files of this kind. */
  async storedBytes(kind: UploadKind): Promise<number> {
    const [row] = await this.#database.query<{ bytes: number }>(
      `SELECT coalesce(sum(${BYTES}), 0)::bigint AS bytes FROM upload WHERE kind = $1 AND state = 'stored'`,
      [kind],
    );
    return row?.bytes ?? 0;
  }

  /**
   * Its description stays, its files will be deleted. @param unreadAtMs only if it is stored and has no reader at that
   * time
   */
  async removed(queries: Queries, id: string, reason: string, nowMs: number, unreadAtMs?: number): Promise<boolean> {
    const rows = await queries.query(
      `UPDATE upload SET state = 'removed', reason = $2, removed_ms = $3, files_left = true
       WHERE id = $1 AND state <> 'removed' AND ($4::bigint IS NULL OR (state = 'stored' AND read_until_ms < $4)) RETURNING id`,
      [id, reason, nowMs, unreadAtMs ?? null],
    );
    return rows.length > 0;
  }

  /** Removed ones whose files may still be in the store. */
  leftOver(limit: number): Promise<readonly KeptUpload[]> {
    return this.#database.query<KeptUpload>(
      `SELECT ${COLUMNS} FROM upload WHERE files_left AND state = 'removed' ORDER BY n LIMIT $1`,
      [limit],
    );
  }

  async filesDeleted(id: string): Promise<void> {
    await this.#database.query("UPDATE upload SET files_left = false WHERE id = $1 AND state = 'removed'", [id]);
  }
}

const json = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value));

const BYTES = "(SELECT coalesce(sum((file->>'bytes')::bigint), 0)::bigint FROM jsonb_array_elements(files) AS file)";

const LISTED: readonly KeptUpload['state'][] = RECORDING_STATES.filter((state) => state !== 'removed');

const newRow = ({ asker, kbps, kind, recording, sid }: NewUpload, isAutomatic: boolean, nowMs: number) => [
  ...[randomUUID(), sid, recording, kind, isAutomatic, 'ordered', storableJson(asker), kbps, nowMs, '[]'],
];
