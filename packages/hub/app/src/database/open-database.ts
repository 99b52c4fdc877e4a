import { join } from 'node:path';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres-database.ts';

/** The configured database: a PostgreSQL server, or PostgreSQL inside this process. @throws HubFault */
export async function openDatabase({ data_dir, database }: HubSettingValues): Promise<Database> {
  if (database !== undefined) return openPostgres(database);
  // Loaded on demand: a hub with a PostgreSQL server does not need its memory.
  const { openPglite } = await import('./pglite-database.ts');
  return openPglite(join(data_dir, 'database'));
}
