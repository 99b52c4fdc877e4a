import type { DatabaseConnection, Statement } from '@kitestring/station-store/database-connection.ts';

/** Rows that one call removes at most, so that the flight loop never waits. */
const PRUNED_AT_ONCE = 64;

const SQL = {
  meta: 'SELECT value FROM meta WHERE name = ?',
  setMeta: 'INSERT OR REPLACE INTO meta VALUES (?, ?)',
  insertRecord: 'INSERT INTO record VALUES (?, ?, ?, ?, ?)',
  newestRecord: 'SELECT max(seq) AS seq FROM record',
  unsealed: 'SELECT * FROM record ORDER BY seq LIMIT ?',
  deleteRecords: 'DELETE FROM record WHERE seq <= ?',
  clearTold: "DELETE FROM meta WHERE name IN ('note.phase', 'note.inventory')",
  insertSegment: 'INSERT INTO segment VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)',
  oldestSegment: 'SELECT first FROM segment ORDER BY first LIMIT 1',
  newestSegment: 'SELECT last, hash FROM segment ORDER BY first DESC LIMIT 1',
  segmentAfter: 'SELECT * FROM segment WHERE last > ? ORDER BY first LIMIT 1',
  segmentEnding: 'SELECT hash FROM segment WHERE last = ?',
  segmentHeads: 'SELECT first, last, t0, t1, has_event, body_hash FROM segment ORDER BY first',
  chain: 'UPDATE segment SET previous = ?, hash = ? WHERE first = ?',
  archived: 'UPDATE segment SET archived_ms = ? WHERE archived_ms IS NULL AND last <= ?',
  notArchived: 'UPDATE segment SET archived_ms = NULL WHERE archived_ms IS NOT NULL AND last > ?',
  oldest: `SELECT first, length(body) AS bytes, archived_ms FROM segment
    WHERE last < ? ORDER BY first LIMIT ${PRUNED_AT_ONCE}`,
  deleteSegment: 'DELETE FROM segment WHERE first = ?',
  clearBody: 'UPDATE segment SET body = NULL WHERE first = ?',
  // Archived ones first, each from the oldest on; also those without a body, because a gap would remain otherwise.
  surplus: `SELECT first, length(body) AS bytes, archived_ms FROM segment
    WHERE last < ? AND (archived_ms IS NOT NULL OR (body IS NOT NULL AND has_event = 0))
    ORDER BY archived_ms IS NULL, first LIMIT ${PRUNED_AT_ONCE}`,
  bodyBytes: 'SELECT total(length(body)) AS bytes FROM segment',
} as const;

export type JournalStatements = Readonly<Record<keyof typeof SQL, Statement>>;

/** The statements of the journal's records and segments, prepared. @throws StoreFault */
export function journalStatements(connection: DatabaseConnection): JournalStatements {
  const entries = Object.entries(SQL).map(([name, sql]) => [name, connection.prepare(sql)]);
  return Object.fromEntries(entries) as Record<keyof typeof SQL, Statement>;
}
