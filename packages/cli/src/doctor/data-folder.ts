import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { StoreFault } from '@kitestring/base/store-fault.ts';
import { dataFolder, othersRights } from '@kitestring/os/data-folder.ts';
import { FolderLock } from '@kitestring/os/folder-lock.ts';
import { checkDatabase, checkDatabaseInUse } from '@kitestring/station-store/check-database.ts';
import { type Finding, fail, fine, warn } from './finding.ts';

const FOLDER = 'Data folder';
const DATABASE = 'Database';

/** Checks the data folder without creating or changing it. */
export function checkFolder(folder: string): Finding {
  if (!existsSync(folder)) {
    const parent = nearestParent(folder);
    if (isWritable(parent)) return fine(FOLDER, `${folder}, created at the first start`);
    return fail(
      FOLDER,
      `${folder} cannot be created, ${parent} is not writable`,
      `sudo chown $USER ${parent}, or choose another with --data-dir.`,
    );
  }
  if (!statSync(folder).isDirectory())
    return fail(FOLDER, `${folder} is not a folder`, 'Choose another with --data-dir.');
  const rights = othersRights(folder);
  if (isWritable(folder) && rights !== undefined)
    return warn(
      FOLDER,
      `${folder} has the mode ${rights}: other users of this machine can enter it`,
      `chmod 700 ${folder}`,
    );
  if (isWritable(folder)) return fine(FOLDER, folder);
  return fail(FOLDER, `${folder} is not writable`, `sudo chown -R $USER ${folder}, or choose another with --data-dir.`);
}

/** Checks the integrity of the database. Undefined if there is none yet. */
export function checkStore(folder: string): Finding | undefined {
  if (!existsSync(folder)) return undefined;
  const files = dataFolder(folder);
  if (!existsSync(files.database)) return undefined;
  try {
    const isRunning = existsSync(files.lock) && !isFree(files);
    if (isRunning) checkDatabaseInUse(files);
    else checkDatabase(files);
    return fine(DATABASE, isRunning ? 'intact, in use by a running station' : 'whole');
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    return fail(
      DATABASE,
      error.message,
      'Stop the station, restore a backup, or use another data folder (--data-dir).',
    );
  }
}

function isFree(files: ReturnType<typeof dataFolder>): boolean {
  const lock = FolderLock.take(files, 0);
  lock?.release();
  return lock !== undefined;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The folder itself or its nearest existing ancestor. */
export function nearestParent(folder: string): string {
  return existsSync(folder) ? folder : nearestParent(path.dirname(folder));
}
