import { Fault } from '@kitestring/base/fault.ts';
import type { DatabaseConnection, DatabaseRow } from './database-connection.ts';

/** Rows of the tables that a snapshot holds, by table. */
export type SavedTables = Readonly<Record<string, readonly DatabaseRow[]>>;

/**
 * Tables of a snapshot. Without plugins, accounts, sessions and links: who may do what is decided now, and a reset must not
 * give back what has been taken. Without the audit log, which tells what was done to this data folder.
 */
const TABLES = ['notifications', 'counters', 'pins', 'documents'] as const;

/**
 * Documents that belong to this data folder as its accounts do: where people have signed in, clients that a kill may leave over, and what
 * pictures hide. A file must not tell them, nor a reset forget them.
 */
const KEPT_DOCUMENTS = ['sign_in.known_places', 'hub.clients', 'video.masks'];
const WHERE: Readonly<Record<string, string>> = {
  documents: `WHERE name NOT IN (${KEPT_DOCUMENTS.map((name) => `'${name}'`).join(', ')})`,
};

/** Saved rows do not fit the tables. */
class RowMismatchFault extends Fault {}

export const saveTables = (connection: DatabaseConnection): SavedTables =>
  Object.fromEntries(
    TABLES.map((table) => [table, connection.prepare(`SELECT * FROM ${table} ${WHERE[table] ?? ''}`).all()]),
  );

/** Replaces the contents of the tables, all or none. A power cut may undo it, a kill does not. @throws RowMismatchFault */
export function restoreTables(connection: DatabaseConnection, saved: SavedTables): void {
  connection.transactWithoutSync(() => {
    for (const table of TABLES.toReversed()) connection.exec(`DELETE FROM ${table} ${WHERE[table] ?? ''}`);
    for (const table of TABLES) insertRows(connection, table, (saved[table] ?? []).filter(isRestored(table)));
  });
}

const isRestored =
  (table: string) =>
  ({ name }: DatabaseRow): boolean =>
    table !== 'documents' || !KEPT_DOCUMENTS.includes(String(name));

function insertRows(connection: DatabaseConnection, table: string, rows: readonly DatabaseRow[]): void {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const known = connection.prepare(`SELECT name FROM pragma_table_info('${table}')`).all();
  const unknown = columns.find((column) => !known.some(({ name }) => name === column));
  if (unknown !== undefined) throw new RowMismatchFault(`the table ${table} has no column ${JSON.stringify(unknown)}`);
  const insert = connection.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  if (table === 'documents') checkDocuments(rows);
  for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
}

/** Each is a text of JSON, an object or a list of objects: what reads it relies on that. */
function checkDocuments(rows: readonly DatabaseRow[]): void {
  for (const { name, text } of rows) {
    const isRight = [parsed(String(text))].flat().every((one) => typeof one === 'object' && one !== null);
    if (!isRight) throw new RowMismatchFault(`the document ${JSON.stringify(name)} is no text of JSON`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
