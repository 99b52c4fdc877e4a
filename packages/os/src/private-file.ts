import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { onDisk, toStoreFault } from '@kitestring/base/store-fault.ts';
import { syncPath } from './data-folder.ts';

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

/** The newest write of each file that is not done. */
const running = new Map<string, Promise<void>>();

/**
 * The same for a station that flies, whose loop waits for no disk. Writes of one file follow each other.
 * @param isWanted asked last: a file that another program has written meanwhile may have to stay. Rejects with a StoreFault
 */
export async function savePrivateFile(
  file: string,
  content: string | Uint8Array,
  isWanted = (): boolean => true,
): Promise<void> {
  const save = () => replaced(file, content, isWanted);
  const write = running.get(file)?.then(save, save) ?? save();
  running.set(file, write);
  try {
    await write;
  } catch (error) {
    throw toStoreFault(error, file);
  } finally {
    if (running.get(file) === write) running.delete(file);
  }
}

async function replaced(file: string, content: string | Uint8Array, isWanted: () => boolean): Promise<void> {
  // Another name than above: a command may write the file at the same time.
  const draft = `${file}.next`;
  await rm(draft, { force: true });
  await writeFile(draft, content, { mode: 0o600, flag: 'wx', flush: true });
  if (!isWanted()) return rm(draft, { force: true });
  renameSync(draft, file);
  await using folder = await open(dirname(file));
  await folder.sync();
}
