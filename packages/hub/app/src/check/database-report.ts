import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '@kitestring/os/data-folder.ts';
import { FolderLock } from '@kitestring/os/folder-lock.ts';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import { MIGRATIONS } from '../database/migrations.ts';
import { openDatabase } from '../database/open-database.ts';

/** State of the configured database. */
interface DatabaseReport {
  /** Its address, without secrets. */
  readonly text: string;
  /** Version of PostgreSQL, `18.1`. */
  readonly server: string;
  /** Version of its schema; 0 for an empty one. */
  readonly schema: number;
  /** Schema version of this program. */
  readonly wanted: number;
  /** Its clock minus the local one. */
  readonly clockAheadMs: number;
}

/**
 * Only reads. A database in the data folder is `new` before it is created, and `in use` while a hub runs: two processes
 * would damage it. @throws HubFault when it does not answer
 */
export async function databaseReport(settings: HubSettingValues): Promise<DatabaseReport | 'new' | 'in use'> {
  if (settings.database !== undefined) return reportOf(settings);
  if (!existsSync(join(settings.data_dir, 'database'))) return 'new';
  const lock = FolderLock.take(dataFolder(settings.data_dir), 0);
  if (lock === undefined) return 'in use';
  try {
    return await reportOf(settings);
  } finally {
    lock.release();
  }
}

async function reportOf(settings: HubSettingValues): Promise<DatabaseReport> {
  const database = await openDatabase(settings);
  try {
    const beganMs = Date.now();
    const [row] = await database.query<{ server: string; now_ms: number; has_schema: boolean }>(
      `SELECT current_setting('server_version') AS server, (extract(epoch from clock_timestamp()) * 1000)::bigint AS now_ms,
       to_regclass('schema_version') IS NOT NULL AS has_schema`,
    );
    const halfMs = (Date.now() - beganMs) / 2;
    const [schema] = row?.has_schema
      ? await database.query<{ version: number }>('SELECT version FROM schema_version')
      : [];
    return {
      text: database.text,
      server: row?.server ?? '',
      schema: schema?.version ?? 0,
      wanted: MIGRATIONS.length,
      clockAheadMs: Math.round((row?.now_ms ?? 0) - beganMs - halfMs),
    };
  } finally {
    await database.close();
  }
}
