import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupList } from '@kitestring/os/backup/backup-list.ts';
import { writeBackup } from '@kitestring/os/backup/write-backup.ts';
import { dataFolder } from '@kitestring/os/data-folder.ts';
import { FolderLock } from '@kitestring/os/folder-lock.ts';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import { HubFault } from '../hub-fault.ts';

/** Data of a hub with its own database that exists nowhere else. Streams of the broker are not included: stations resend what the archive lacks. */
export const PLACES = ['keys', 'database', 'objects', 'tls-key.pem', 'tls-cert.pem', 'hub.yaml'];

/** Why settings prevent a backup or restore; undefined if everything is in the data folder. */
export function refuseElsewhere(settings: HubSettingValues): HubFault | undefined {
  const { database, keys_dir: keysDir } = settings;
  if (database !== undefined) return elsewhere('database', 'pg_dump copies a PostgreSQL');
  if (keysDir !== undefined) return elsewhere('keys_dir', 'copy this folder yourself');
  if (settings['s3.endpoint'] !== undefined) return elsewhere('s3.endpoint', 'recordings are in its bucket');
  return undefined;
}

const elsewhere = (setting: string, remedy: string): HubFault =>
  new HubFault(
    'BACKUP_REFUSED',
    `${setting} is set, so the data folder is not the whole hub (${remedy}): docs/hub/backup.md has the way`,
  );

/**
 * Writes a backup of a stopped hub, a gzipped tar that only its owner can read.
 * @returns its contents @throws HubFault, StoreFault
 */
export async function backUpHub(settings: HubSettingValues, file: string, version: string): Promise<BackupList> {
  const refusal = refuseElsewhere(settings);
  if (refusal !== undefined) throw refusal;
  const { data_dir: dataDir } = settings;
  if (!existsSync(join(dataDir, 'keys'))) {
    throw new HubFault('BACKUP_REFUSED', `${dataDir} is not the data folder of a hub: name it with --data-dir`);
  }
  // The settings are in a file that was not passed to this command.
  if (!existsSync(join(dataDir, 'database'))) throw elsewhere('database', 'there is none in it');
  if (existsSync(file)) throw new HubFault('BACKUP_REFUSED', `${file} exists: name a new file`);
  const lock = lockData(dataDir);
  try {
    return await writeBackup(file, [{ folder: dataDir, places: PLACES }], { version });
  } finally {
    lock.release();
  }
}

/** The data folder, while no hub uses it. @throws HubFault */
export function lockData(dataDir: string): FolderLock {
  const lock = FolderLock.take(dataFolder(dataDir), 0);
  if (lock !== undefined) return lock;
  throw new HubFault(
    'BACKUP_REFUSED',
    `a hub runs on ${dataDir}: stop it first; stations keep their records meanwhile, so nothing is lost`,
  );
}
