import type { Queries } from './database.ts';

/** Whether there is a row with this id. It stays until the end of the transaction. */
export async function staysThere(
  { query }: Queries,
  table: 'api_key' | 'person' | 'station_group',
  id: string | undefined,
): Promise<boolean> {
  if (id === undefined) return true;
  return (await query(`SELECT id FROM ${table} WHERE id = $1 FOR KEY SHARE`, [id])).length > 0;
}

/**
 * Number of rows, for a limit. No other transaction changes the table until the end of this one. Rows that must stay are locked before:
 * in another order two transactions would wait for each other.
 */
export async function lockedCount(
  { query }: Queries,
  table: 'api_key' | 'role_binding' | 'station_group' | 'webhook',
): Promise<number> {
  await query(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
  const [row] = await query<{ count: number }>(`SELECT count(*) AS count FROM ${table}`);
  return row?.count ?? 0;
}
