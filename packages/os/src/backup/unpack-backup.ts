import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { extract } from 'tar';
import { BackupFault } from './backup-fault.ts';
import { type BackupList, firstDifference, LIST_FILE, readList } from './backup-list.ts';

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

/** Unpacks a backup, and checks every file of it. Rejects with a BackupFault where anything in it is not as it was written. */
export async function unpackBackup(file: string, { draft, isPart, kind, owner }: UnpackOptions): Promise<BackupList> {
  const damaged = (reason: string, cause?: unknown) =>
    new BackupFault(`${file} is damaged or no backup of a ${kind} (${reason}): take another one`, { cause });
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  let link: string | undefined;
  const filter = (path: string, entry: object) => {
    if (!isPlain(entry)) link ??= path;
    return isPlain(entry);
  };
  await extract({ file, cwd: draft, strict: true, umask: 0o077, ...owner, filter }).catch((cause) => {
    throw damaged(cause instanceof Error ? cause.message : String(cause), cause);
  });
  if (link !== undefined) throw damaged(`${link} is neither a file nor a folder`);
  const listFile = join(draft, LIST_FILE);
  const list = existsSync(listFile) ? readList(readFileSync(listFile, 'utf8')) : undefined;
  if (list === undefined) throw damaged(`it has no ${LIST_FILE} of this version of backups`);
  const foreign = readdirSync(draft).find((name) => name !== LIST_FILE && !isPart(name));
  if (foreign !== undefined) throw damaged(`${foreign} is no part of a ${kind}`);
  const different = await firstDifference(draft, list);
  if (different !== undefined) throw damaged(`${different} is not as it was written`);
  rmSync(listFile);
  return list;
}

/** A backup has no links. */
const isPlain = (entry: object): boolean => 'type' in entry && (entry.type === 'File' || entry.type === 'Directory');
