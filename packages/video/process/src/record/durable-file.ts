import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/*
 * Files whose writes are durable on return. A process confined by Node's permissions has no `fsync`
 * (https://nodejs.org/api/permissions.html), so the files are opened for synchronous writing.
 */

/** Windows has no such flag; there the process is not confined and uses sync. */
const WRITES_THROUGH = constants.O_DSYNC as number | undefined;

/** Opens an existing file. @throws the disk's error */
export const openDurable = (path: string): Promise<FileHandle> => open(path, constants.O_RDWR | (WRITES_THROUGH ?? 0));

/** Creates a file that only its owner can read. @throws the disk's error, also when it exists */
export const createDurable = (path: string): Promise<FileHandle> =>
  open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (WRITES_THROUGH ?? 0), 0o600);

/** Resolves when all writes are on the disk. */
export async function synced(file: FileHandle): Promise<void> {
  if (WRITES_THROUGH === undefined) await file.datasync();
}
