import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncPath } from './data-folder.ts';
import { onDisk } from './store-fault.ts';

/**
 * Writes a file that only its owner can read. After a kill or a power cut the file has the old content or the new one,
 * never a part. @throws StoreFault
 */
export function writePrivateFile(file: string, content: string | Uint8Array): void {
  onDisk(file, () => {
    const draft = `${file}.new`;
    // Its mode counts only where the file is made here.
    rmSync(draft, { force: true });
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(draft, file);
    syncPath(dirname(file));
  });
}
