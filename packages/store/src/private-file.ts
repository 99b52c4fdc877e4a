import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from './data-folder.ts';
import { onDisk } from './store-fault.ts';

/**
 * Writes a file that only its owner can read. After a kill or a power cut the file has the old text or the new one,
 * never a part. @throws StoreFault
 */
export function writePrivateFile(file: string, text: string): void {
  onDisk(file, () => {
    const draft = `${file}.new`;
    // Its mode counts only where the file is made here.
    rmSync(draft, { force: true });
    const descriptor = openSync(draft, 'wx', 0o600);
    try {
      writeSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, file);
    syncFolder(dirname(file));
  });
}
