// Temporary folder of the tests, in memory: databases of hundreds of stations would wait for the disk at each change.
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** All tests together write a few hundred MiB; /dev/shm of a container often has 64. */
const NEEDED_BYTES = 4 * 2 ** 30;

/** A folder in memory if it is large enough, else the system's temporary folder. */
export function temporaryFolder() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= NEEDED_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** A new folder that other users may enter: tests run databases and stations as such users. @returns its path */
export function makeTemporaryFolder(prefix) {
  const folder = mkdtempSync(prefix);
  chmodSync(folder, 0o711);
  return folder;
}
