import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { onDisk, storeFault } from '@kitestring/base/store-fault.ts';

/** Mode of a folder that many users share, such as /tmp. */
const STICKY = 0o1000;

/** Names of the store's files in the data folder. */
export interface DataFolder {
  readonly path: string;
  readonly database: string;
  readonly lock: string;
}

/** The data folder, created with mode 0700 if missing. @throws StoreFault STORE_UNWRITABLE */
export function dataFolder(path: string): DataFolder {
  makeFolder(path);
  return {
    path,
    database: join(path, 'station.sqlite'),
    lock: join(path, 'station.lock'),
  };
}

/** Access rights of other users in a folder, octal; undefined without any, and where rights do not apply. */
export function othersRights(path: string): string | undefined {
  const rights = process.platform === 'win32' ? 0 : statSync(path).mode & 0o077;
  return rights === 0 ? undefined : (statSync(path).mode & 0o777).toString(8);
}

function makeFolder(path: string): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw storeFault('STORE_UNWRITABLE', path, undefined, 'it is not a folder');
    return;
  }
  onDisk(path, () => {
    makeWithParents(path);
    syncPath(dirname(path));
  });
}

/**
 * Gives an existing folder the mode of a new one, where nothing but a data folder can be meant and its owner opens it.
 * @param marks files that only a data folder has
 */
export function closeToOthers(path: string, marks: readonly string[] = ['station.sqlite']): void {
  const { mode, uid } = statSync(path);
  if (othersRights(path) === undefined || (mode & STICKY) !== 0 || uid !== process.geteuid?.()) return;
  const isOwn = marks.some((name) => existsSync(join(path, name)));
  if (isOwn || readdirSync(path).every((name) => name.startsWith('station.'))) chmodSync(path, 0o700);
}

/** One folder at a time: for a recursive request Node reports a read-only disk as "no such file or directory". */
function makeWithParents(path: string): void {
  if (existsSync(path)) return;
  makeWithParents(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EROFS') {
      throw storeFault('STORE_UNWRITABLE', path, error, 'it is on a disk that is mounted read-only');
    }
    if (!existsSync(path)) throw error;
  }
}

/** Creates an empty file that only its owner can read. */
export function createPrivateFile(path: string): void {
  onDisk(path, () => closeSync(openSync(path, 'wx', 0o600)));
}

/** Syncs the entries of a folder, or the content of a file, against a power cut. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Deletes a database and SQLite's files beside it. */
export function removeDatabase(path: string): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    if (join(folder, name).startsWith(path)) rmSync(join(folder, name), { force: true });
  }
}
