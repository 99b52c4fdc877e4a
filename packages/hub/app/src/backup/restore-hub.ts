import { chownSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupList } from '@kitestring/os/backup/backup-list.ts';
import { unpackBackup } from '@kitestring/os/backup/unpack-backup.ts';
import { dataFolder, syncPath } from '@kitestring/os/data-folder.ts';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import { HubFault } from '../hub-fault.ts';
import { lockData, PLACES, refuseElsewhere } from './back-up-hub.ts';

/** In the same folder, so that a rename is enough, also if the data folder is a separate volume. */
const DRAFT = '.restoring';

/**
 * Restores a backup into an empty data folder, after checking every file.
 * @returns its contents @throws HubFault, BackupFault, StoreFault; the data folder is empty then
 */
export async function restoreHub(settings: HubSettingValues, file: string): Promise<BackupList> {
  const refusal = refuseElsewhere(settings);
  if (refusal !== undefined) throw refusal;
  const { data_dir: dataDir } = settings;
  if (!existsSync(file)) throw new HubFault('BACKUP_REFUSED', `${file} does not exist`);
  const { lock: lockFile } = dataFolder(dataDir);
  const others = readdirSync(dataDir).filter(
    (name) => ![DRAFT, 'lost+found'].includes(name) && join(dataDir, name) !== lockFile,
  );
  if (others.length > 0) {
    throw new HubFault(
      'BACKUP_REFUSED',
      `${dataDir} is not empty (${others[0]}): move it away, or name another with --data-dir`,
    );
  }
  const lock = lockData(dataDir);
  const draft = join(dataDir, DRAFT);
  try {
    // Root restores for the service, which runs as its own user.
    const { gid, uid } = statSync(dataDir);
    const owner = process.getuid?.() === 0 ? { gid, uid } : undefined;
    if (owner !== undefined) chownSync(lockFile, uid, gid);
    const isPart = (name: string) => PLACES.includes(name);
    const list = await unpackBackup(file, { draft, kind: 'hub', isPart, ...(owner !== undefined && { owner }) });
    for (const name of readdirSync(draft)) renameSync(join(draft, name), join(dataDir, name));
    syncPath(dataDir);
    return list;
  } finally {
    rmSync(draft, { recursive: true, force: true });
    lock.release();
  }
}
