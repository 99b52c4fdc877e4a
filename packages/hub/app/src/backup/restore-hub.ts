import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder, syncPath } from '@kitestring/os/data-folder.ts';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import { extract } from 'tar';
import { HubFault } from '../hub-fault.ts';
import { lockOf, PLACES, refuseElsewhere } from './back-up-hub.ts';
import { type BackupList, firstDifference, LIST_FILE, readList } from './backup-list.ts';

/** In the same folder, so that a rename is enough, also if the data folder is a separate volume. */
const DRAFT = '.restoring';

/**
 * Restores a backup into an empty data folder, after checking every file.
 * @returns its contents @throws HubFault, StoreFault; the data folder is empty then
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
  const lock = lockOf(dataDir);
  const draft = join(dataDir, DRAFT);
  try {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    // Root restores for the service, which runs as its own user.
    const { gid, uid } = statSync(dataDir);
    const owner = process.getuid?.() === 0 ? { gid, uid } : {};
    if (owner.uid !== undefined) chownSync(lockFile, uid, gid);
    const list = await checked(file, draft, owner);
    rmSync(join(draft, LIST_FILE));
    for (const name of readdirSync(draft)) renameSync(join(draft, name), join(dataDir, name));
    syncPath(dataDir);
    return list;
  } finally {
    rmSync(draft, { recursive: true, force: true });
    lock.release();
  }
}

/** @param owner of the files; absent: this user */
async function checked(
  file: string,
  draft: string,
  owner: Partial<Record<'uid' | 'gid', number>>,
): Promise<BackupList> {
  const options = { file, cwd: draft, strict: true, umask: 0o077, ...owner };
  let link: string | undefined;
  const filter = (path: string, entry: object) => {
    if (!isPlain(entry)) link ??= path;
    return isPlain(entry);
  };
  await extract({ ...options, filter }).catch((cause) => {
    throw damaged(file, cause instanceof Error ? cause.message : String(cause), cause);
  });
  if (link !== undefined) throw damaged(file, `${link} is neither a file nor a folder`);
  const listFile = join(draft, LIST_FILE);
  const list = existsSync(listFile) ? readList(readFileSync(listFile, 'utf8')) : undefined;
  if (list === undefined) throw damaged(file, `it has no ${LIST_FILE} of this version of backups`);
  const foreign = readdirSync(draft).find((name) => name !== LIST_FILE && !PLACES.includes(name));
  if (foreign !== undefined) throw damaged(file, `${foreign} is no part of a hub`);
  const different = await firstDifference(draft, list);
  if (different !== undefined) throw damaged(file, `${different} is not as it was written`);
  return list;
}

/** A backup has no links. */
const isPlain = (entry: object): boolean => 'type' in entry && (entry.type === 'File' || entry.type === 'Directory');

const damaged = (file: string, reason: string, cause?: unknown): HubFault =>
  new HubFault('BACKUP_DAMAGED', `${file} is damaged or no backup of a hub (${reason}): take another one`, cause);
