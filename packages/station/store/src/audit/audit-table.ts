import type { AuditKind, AuditOutcome } from '@kitestring/station-contract/admin/audit-kinds.ts';
import { asRecord } from '../columns.ts';
import type { DatabaseConnection, DatabaseRow, Statement } from '../database-connection.ts';

/** An entry of the audit log without its number. */
export interface NewAuditRecord {
  /** Microseconds since 1970, UTC. */
  readonly timeUs: number;
  /** Microseconds since 1970, station time. */
  readonly stationUs: number;
  readonly kind: AuditKind;
  /** Id of the operation. */
  readonly operation: string;
  readonly outcome: AuditOutcome;
  readonly status?: number;
  readonly code?: string;
  readonly address?: string;
  readonly pluginId?: string;
  readonly pluginName?: string;
  readonly sessionId?: string;
  readonly target?: string;
  readonly input?: string;
  readonly count: number;
}

export interface AuditRecord extends NewAuditRecord {
  readonly sequence: number;
  /** Name of the target, where that is an account. */
  readonly targetName?: string;
}

export interface AuditSelection {
  /** Only those with a lower number. */
  readonly before?: number;
  /** Only those with a higher number. */
  readonly after?: number;
  readonly limit: number;
  readonly kind?: AuditKind;
  readonly pluginId?: string;
}

/** Entries know accounts by id alone: their names are kept beside, where they can be erased. */
const SELECTED = `SELECT audit.*,
  (SELECT name FROM account_names WHERE account_names.id = plugin_id) AS account_name,
  (SELECT name FROM account_names WHERE account_names.id = target) AS target_name FROM audit`;

/** The audit log: append at its end, delete at its beginning, never changed; the schema prevents everything else. */
export class AuditTable {
  readonly #connection: DatabaseConnection;
  readonly #add: Statement;
  /** By what they select: each has an index of its own. */
  readonly #selections = new Map<string, Statement>();
  readonly #countByKind: Statement;
  readonly #forget: Statement;
  readonly #forgetNames: Statement;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
    this.#add = connection.prepare(
      `INSERT INTO audit (time_us, station_us, kind, operation, outcome, status, code, address, plugin_id, plugin_name,
         session_id, target, input, count) VALUES (:timeUs, :stationUs, :kind, :operation, :outcome, :status, :code, :address,
         :pluginId, :pluginName, :sessionId, :target, :input, :count)`,
    );
    this.#countByKind = connection.prepare('SELECT kind, count(*) AS count FROM audit GROUP BY kind');
    // Up to the first recent entry, by number: the system clock may have been corrected.
    this.#forget = connection.prepare(
      `WITH oldest AS (SELECT sequence, time_us FROM audit WHERE kind = ?1 ORDER BY sequence LIMIT ?3)
         DELETE FROM audit WHERE sequence IN (SELECT sequence FROM oldest) AND sequence <
           COALESCE((SELECT min(sequence) FROM oldest WHERE time_us >= ?2), 9223372036854775807)`,
    );
    this.#forgetNames = connection.prepare('DELETE FROM account_names WHERE removed_at_us < ?');
  }

  /**
   * Appends all or none. A kill loses none; a power cut may lose those since the last synced write. @throws StoreFault
   */
  append(records: readonly NewAuditRecord[]): void {
    this.#connection.transactWithoutSync(() => {
      for (const record of records) this.#add.run({ ...record });
    });
  }

  /** The newest matches, newest first. */
  newest(selection: AuditSelection): readonly AuditRecord[] {
    return this.#select(selection, 'DESC');
  }

  /** The oldest matches, oldest first. */
  oldest(selection: AuditSelection): readonly AuditRecord[] {
    return this.#select(selection, 'ASC');
  }

  #select({ after = 0, before = Number.MAX_SAFE_INTEGER, kind, limit, pluginId }: AuditSelection, order: string) {
    const filters = { kind, plugin_id: pluginId };
    const given = Object.entries(filters).flatMap(([column, value]) =>
      value === undefined ? [] : [{ column, value }],
    );
    // SQLite would take the index of one of the two.
    const index = given.length === 2 ? 'INDEXED BY audit_by_plugin_and_kind' : '';
    const sql = `${SELECTED} ${index} WHERE sequence < ? AND sequence > ? ${given.map(({ column }) => `AND ${column} = ?`).join(' ')} ORDER BY sequence ${order} LIMIT ?`;
    const statement = this.#selections.get(sql) ?? this.#connection.prepare(sql);
    this.#selections.set(sql, statement);
    return statement.all(before, after, ...given.map(({ value }) => value), limit).map(toRecord);
  }

  /** Number of entries by kind. */
  counts(): ReadonlyMap<AuditKind, number> {
    return new Map(this.#countByKind.all().map(({ kind, count }) => [String(kind) as AuditKind, Number(count)]));
  }

  /**
   * Deletes the oldest entries of a kind, at most `most`, written before `beforeUs` (UTC). @returns the number deleted
   */
  forgetOldest(kind: AuditKind, most: number, beforeUs: number): number {
    return this.#forget.run(kind, beforeUs, most);
  }

  /** Deletes the names of accounts that were deleted before `beforeUs` (UTC). */
  forgetNames(beforeUs: number): void {
    this.#forgetNames.run(beforeUs);
  }
}

function toRecord({ account_name: accountName, ...row }: DatabaseRow): AuditRecord {
  return { ...(typeof accountName === 'string' && { pluginName: accountName }), ...asRecord<AuditRecord>(row) };
}
