import { hash } from 'node:crypto';
import type { Database, Queries } from '../database/database.ts';
import { insertRows } from '../database/insert-rows.ts';
import { storableText } from '../database/storable.ts';

/** An action at the hub. */
export interface HubAction {
  /** Name of the API key, id of the person, or `station`: see `auditedName`. */
  readonly who: string;
  /** Id of the API key. */
  readonly key?: string | undefined;
  /** Id of the operation. */
  readonly what: string;
  readonly station?: string | undefined;
  /** `done`, or the code of the refusal. */
  readonly outcome: string;
  /** Address of the client. */
  readonly address?: string | undefined;
}

export interface HubAuditEntry {
  readonly n: number;
  readonly time_ms: number;
  readonly who: string;
  /** Null for a person, a station, and in an entry of an earlier version. */
  readonly key_id: string | null;
  readonly what: string;
  readonly station: string | null;
  readonly outcome: string;
  readonly address: string | null;
  readonly previous: string;
  readonly hash: string;
}

/** Absent fields match everything. */
interface AuditFilter {
  /** Only entries with a lower number. */
  readonly before: number;
  readonly limit: number;
  /** Name or id. */
  readonly who?: string | undefined;
  readonly station?: string | undefined;
  /** Unix milliseconds. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

const COLUMNS = ['n', 'time_ms', 'who', 'key_id', 'what', 'station', 'outcome', 'address', 'previous', 'hash'] as const;
const FIRST_PREVIOUS = '-';

/** Chains an entry to all before it: a changed or removed one becomes visible. */
export function auditHash(entry: Omit<HubAuditEntry, 'hash'>): string {
  const { address, key_id, n, outcome, previous, station, time_ms, what, who } = entry;
  const all = [n, time_ms, who, what, station, outcome, address, previous];
  return hash('sha256', JSON.stringify(key_id === null ? all : [...all, key_id]), 'base64url');
}

/** Audit log of the hub. Entries are chained by their hashes; only the oldest are removed (`archive.audit_days`). */
export class HubAudit {
  readonly #database: Database;
  readonly #nowMs: () => number;

  constructor(database: Database, nowMs: () => number) {
    this.#database = database;
    this.#nowMs = nowMs;
  }

  note(action: HubAction): Promise<void> {
    return this.#database.transaction((queries) => this.noteIn(queries, action));
  }

  /** Within a transaction: an action and its entries are committed together. */
  async noteIn(queries: Queries, ...actions: readonly HubAction[]): Promise<void> {
    await queries.query('LOCK TABLE audit IN EXCLUSIVE MODE');
    const [last] = await queries.query<Pick<HubAuditEntry, 'n' | 'hash'>>(
      'SELECT n, hash FROM audit ORDER BY n DESC LIMIT 1',
    );
    let { hash: previous, n } = last ?? { n: 0, hash: FIRST_PREVIOUS };
    const rows = actions.map(({ address = null, key: key_id = null, station = null, what, ...texts }) => {
      n += 1;
      // The hash covers the text as it is stored.
      const [outcome, who] = [storableText(texts.outcome), storableText(texts.who)];
      const content = { n, time_ms: this.#nowMs(), who, key_id, what, station, outcome, address, previous };
      previous = auditHash(content);
      return [...Object.values(content), previous];
    });
    await insertRows(queries, 'audit', COLUMNS, rows);
  }

  /** Entries of one caller, newest first. */
  of(who: string, limit: number): Promise<readonly HubAuditEntry[]> {
    return this.#database.query<HubAuditEntry>(
      `SELECT ${COLUMNS.join()} FROM audit WHERE who = $1 ORDER BY n DESC LIMIT $2`,
      [who, limit],
    );
  }

  /** Newest first. */
  read({ before, fromMs, limit, station, toMs, who }: AuditFilter): Promise<readonly HubAuditEntry[]> {
    return this.#database.query<HubAuditEntry>(
      `SELECT ${COLUMNS.join()} FROM audit
       WHERE n < $1 AND ($3::text IS NULL OR who = $3 OR key_id = $3) AND ($4::text IS NULL OR station = $4)
         AND ($5::bigint IS NULL OR time_ms >= $5) AND ($6::bigint IS NULL OR time_ms <= $6)
       ORDER BY n DESC LIMIT $2`,
      [before, limit, who ?? null, station ?? null, fromMs ?? null, toMs ?? null],
    );
  }
}
