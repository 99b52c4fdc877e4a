import { join } from 'node:path';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres-database.ts';

/** The database of the settings: a PostgreSQL, or one inside this process. @throws HubFault */
export async function openDatabase({ data_dir, database }: HubSettingValues): Promise<Database> {
  if (database !== undefined) return openPostgres(database);
  // Loaded late: a hub with a PostgreSQL has no need of its memory.
  const { openPglite } = await import('./pglite-database.ts');
  return openPglite(join(data_dir, 'database'));
}
