import { mkdirSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from 'tar';
import { BackupFault } from './backup-fault.ts';
import { type BackupList, firstDifference, LIST_FILE } from './backup-list.ts';
import { isPlain, surveyBackup } from './survey-backup.ts';

/** The rest stays free for what runs on the disk meanwhile. */
const SHARE_OF_FREE_DISK = 0.95;

interface UnpackOptions {
  /** New folder for its files. */
  readonly draft: string;
  /** Kind of backup, for messages: `hub`. */
  readonly kind: string;
  /** Whether an entry of the first level may be in a backup of this kind. */
  readonly isPart: (name: string) => boolean;
  /** Owner of the files; absent: this user. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

/**
 * Unpacks a backup, and checks every file of it. Rejects with a BackupFault where anything in it is not as it was written, or where it
 * takes more than the disk has; links and paths that lead outside are never written.
 */
export async function unpackBackup(file: string, { draft, isPart, kind, owner }: UnpackOptions): Promise<BackupList> {
  const damaged = (reason: string, cause?: unknown) =>
    new BackupFault(`${file} is damaged or no backup of a ${kind} (${reason}): take another one`, { cause });
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const { bavail, bsize } = await statfs(draft);
  const list = await surveyBackup(file, { kind, isPart, bytesMax: bavail * bsize * SHARE_OF_FREE_DISK, damaged });
  // Once more, for a file that is changed in between.
  const filter = (_: string, entry: object) => 'type' in entry && isPlain(entry.type);
  await extract({ file, cwd: draft, strict: true, umask: 0o077, ...owner, filter }).catch((cause) => {
    throw damaged(cause instanceof Error ? cause.message : String(cause), cause);
  });
  const different = await firstDifference(draft, list);
  if (different !== undefined) throw damaged(`${different} is not as it was written`);
  rmSync(join(draft, LIST_FILE));
  return list;
}
