// Where tests keep their files. Databases of hundreds of stations wait for the disk with each change: in memory they do not.
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** All tests together write a few hundred MiB; containers often have 64 there. */
const NEEDED_BYTES = 4 * 2 ** 30;

/** A folder in memory where there is room for it, else that of the system. */
export function temporaryFolder() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= NEEDED_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** A new folder through which other users come to theirs: tests run databases and stations as such. @returns its path */
export function makeTemporaryFolder(prefix) {
  const folder = mkdtempSync(prefix);
  chmodSync(folder, 0o711);
  return folder;
}
