import { join } from 'node:path';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import type { Database } from './database.ts';
import { openPglite } from './pglite-database.ts';
import { openPostgres } from './postgres-database.ts';

/** The database of the settings: a PostgreSQL, or one inside this process. @throws HubFault */
export const openDatabase = ({ data_dir, database }: HubSettingValues): Promise<Database> =>
  database === undefined ? openPglite(join(data_dir, 'database')) : openPostgres(database);
