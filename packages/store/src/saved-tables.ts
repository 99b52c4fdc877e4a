import type { DatabaseConnection, DatabaseRow } from './database-connection.ts';

/** Rows of the tables that a snapshot holds, by table. */
export type SavedTables = Readonly<Record<string, readonly DatabaseRow[]>>;

/**
 * Tables of a snapshot, in an order in which rows can be inserted. Without the audit log, which tells what was done to
 * this data folder, and without the salt of the keys, which a running station cannot change.
 */
const TABLES = [
  'plugins',
  'accounts',
  'account_names',
  'watch_links',
  'sessions',
  'notifications',
  'counters',
  'pins',
  'documents',
] as const;

export const saveTables = (connection: DatabaseConnection): SavedTables =>
  Object.fromEntries(TABLES.map((table) => [table, connection.prepare(`SELECT * FROM ${table}`).all()]));

/** Replaces the contents of the tables, all or none. A power cut may undo it, a kill does not. */
export function restoreTables(connection: DatabaseConnection, saved: SavedTables): void {
  connection.transactWithoutSync(() => {
    for (const table of TABLES.toReversed()) connection.exec(`DELETE FROM ${table}`);
    for (const table of TABLES) insertRows(connection, table, saved[table] ?? []);
  });
}

function insertRows(connection: DatabaseConnection, table: string, rows: readonly DatabaseRow[]): void {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const insert = connection.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
}
