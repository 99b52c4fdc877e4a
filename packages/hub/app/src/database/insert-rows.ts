import type { Queries, SqlValue } from './database.ts';

/** PostgreSQL counts the parameters of a statement in 16 bits. */
const PARAMETERS_MAX = 30_000;

/** Inserts rows with as few statements as possible; `conflict` is the end of the statement. */
export async function insertRows(
  { query }: Queries,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
  conflict = '',
): Promise<void> {
  const most = Math.floor(PARAMETERS_MAX / columns.length);
  for (let begin = 0; begin < rows.length; begin += most) {
    const part = rows.slice(begin, begin + most);
    const places = part.map(
      (_, row) => `(${columns.map((__, column) => `$${row * columns.length + column + 1}`).join()})`,
    );
    await query(`INSERT INTO ${table} (${columns.join()}) VALUES ${places.join()} ${conflict}`, part.flat());
  }
}
