import type { DatabaseConnection, DatabaseRow } from './database-connection.ts';

/** Rows of the tables that a snapshot holds, by table. */
export type SavedTables = Readonly<Record<string, readonly DatabaseRow[]>>;

/**
 * Tables of a snapshot. Without plugins, accounts, sessions and links: who may do what is decided now, and a reset must not
 * give back what has been taken. Without the audit log, which tells what was done to this data folder.
 */
const TABLES = ['notifications', 'counters', 'pins', 'documents'] as const;

/** Saved rows do not fit the tables. */
class RowMismatch extends Error {
  override readonly name = 'RowMismatch';
}

export const saveTables = (connection: DatabaseConnection): SavedTables =>
  Object.fromEntries(TABLES.map((table) => [table, connection.prepare(`SELECT * FROM ${table}`).all()]));

/** Replaces the contents of the tables, all or none. A power cut may undo it, a kill does not. @throws RowMismatch */
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
  const known = connection.prepare(`SELECT name FROM pragma_table_info('${table}')`).all();
  const unknown = columns.find((column) => !known.some(({ name }) => name === column));
  if (unknown !== undefined) throw new RowMismatch(`the table ${table} has no column ${JSON.stringify(unknown)}`);
  const insert = connection.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
}
