import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/*
 * Files whose writes are on the disk when they return. Where Node confines a process to its folders it has no `fsync`
 * (https://nodejs.org/api/permissions.html), so the files are opened to be written through.
 */

/** Windows has no such flag; there the process is not confined and syncs. */
const WRITES_THROUGH = constants.O_DSYNC as number | undefined;

/** Opens a file that is there. @throws what the disk says */
export const openDurable = (path: string): Promise<FileHandle> => open(path, constants.O_RDWR | (WRITES_THROUGH ?? 0));

/** Makes a file that only its owner can read. @throws what the disk says, also when there is one */
export const createDurable = (path: string): Promise<FileHandle> =>
  open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (WRITES_THROUGH ?? 0), 0o600);

/** Resolves when what was written is on the disk. */
export async function synced(file: FileHandle): Promise<void> {
  if (WRITES_THROUGH === undefined) await file.datasync();
}
