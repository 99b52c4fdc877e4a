import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BackupFault } from '@kitestring/os/backup/backup-fault.ts';
import type { BackupList } from '@kitestring/os/backup/backup-list.ts';
import { unpackBackup } from '@kitestring/os/backup/unpack-backup.ts';
import { dataFolder, syncPath } from '@kitestring/os/data-folder.ts';
import { FolderLock } from '@kitestring/os/folder-lock.ts';
import { checkDatabase } from '@kitestring/station-store/check-database.ts';
import { MIGRATIONS } from '@kitestring/station-store/migrations.ts';
import { isPart, JOURNAL, RECORDED, REPLACED, STATION_DATABASE } from './backup-parts.ts';

/** In the same folder, so that a rename is enough, also if the data folder is a separate volume. */
const DRAFT = '.restoring';

interface RestoreOptions {
  /** Whether a station that is in the folder may be replaced. */
  readonly isForced: boolean;
  /** For the name of the folder with what is replaced. */
  readonly nowMs: number;
}

interface RestoredStation {
  readonly list: BackupList;
  /** Folder with what was replaced; absent where there was nothing. */
  readonly replaced?: string;
}

/**
 * Restores a backup into a data folder on which no station runs, after every file of it was checked. With `isForced` a station in it is set
 * aside; recordings stay where the backup has none. Rejects with a BackupFault or a StoreFault; nothing has changed then.
 */
export async function restoreStation(
  dataDir: string,
  file: string,
  { isForced, nowMs }: RestoreOptions,
): Promise<RestoredStation> {
  if (!existsSync(file))
    throw new BackupFault(`${file} does not exist: name a file that kitestring backup has written`);
  const folder = dataFolder(dataDir);
  const lock = FolderLock.take(folder, 0);
  if (lock === undefined) throw new BackupFault(`a station runs on ${dataDir}: stop it first`);
  const draft = join(dataDir, DRAFT);
  try {
    if (!isForced) checkEmpty(dataDir);
    // Root restores for the service, which runs as its own user.
    const { gid, uid } = statSync(dataDir);
    const owner = process.getuid?.() === 0 ? { gid, uid } : undefined;
    if (owner !== undefined) chownSync(folder.lock, uid, gid);
    const list = await unpackBackup(file, { draft, kind: 'station', isPart, ...(owner !== undefined && { owner }) });
    checkSchema(list, draft, file);
    const replaced = setAside(dataDir, draft, nowMs);
    // The database last: without it no station is in the folder.
    const names = readdirSync(draft).filter((name) => name !== STATION_DATABASE);
    for (const name of [...names, STATION_DATABASE]) renameSync(join(draft, name), join(dataDir, name));
    syncPath(dataDir);
    return { list, ...(replaced !== undefined && { replaced }) };
  } finally {
    rmSync(draft, { recursive: true, force: true });
    lock.release();
  }
}

/** @throws BackupFault something is in the folder */
function checkEmpty(dataDir: string): void {
  const isOurs = (name: string) => [DRAFT, 'lost+found'].includes(name) || name.startsWith('station.lock');
  const other = readdirSync(dataDir).find((name) => !isOurs(name));
  if (other === undefined) return;
  throw new BackupFault(`${dataDir} is not empty (${other}): name another with --data-dir, or replace it with --force`);
}

/** @throws BackupFault it is of a newer version, or has no database of a station @throws StoreFault its database is damaged */
function checkSchema({ schema = 0, version }: BackupList, draft: string, file: string): void {
  if (schema > MIGRATIONS.length) {
    const schemas = `its schema has version ${schema}, this one knows ${MIGRATIONS.length}`;
    throw new BackupFault(
      `${file} is of Kitestring ${version} (${schemas}): restore it with that version or a newer one`,
    );
  }
  const database = join(draft, STATION_DATABASE);
  if (!existsSync(database)) throw new BackupFault(`${file} has no database of a station: take another one`);
  checkDatabase({ path: draft, database, lock: '' });
}

/** Moves what a station has in the folder into a new one within. @returns its path; undefined where nothing was there */
function setAside(dataDir: string, draft: string, nowMs: number): string | undefined {
  const isKept = (name: string) => RECORDED.includes(name) && !existsSync(join(draft, name));
  const isOfDatabase = (name: string) => [STATION_DATABASE, JOURNAL].some((database) => name.startsWith(database));
  const names = readdirSync(dataDir).filter((name) => (isPart(name) && !isKept(name)) || isOfDatabase(name));
  if (names.length === 0) return undefined;
  const replaced = join(dataDir, `${REPLACED}${new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z`);
  mkdirSync(replaced, { mode: 0o700 });
  for (const name of names) renameSync(join(dataDir, name), join(replaced, name));
  return replaced;
}
