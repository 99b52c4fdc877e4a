import { DatabaseSync } from 'node:sqlite';
import { onDisk } from '@kitestring/base/store-fault.ts';
import { createPrivateFile } from '@kitestring/os/data-folder.ts';

const WAIT_MS = 2000;

/**
 * Copies a database of a station into a new file as it is at one moment, also while a station writes to it; changes nothing of it. The copy
 * is closed: nothing of it is in a log.
 * @returns version of its schema @throws StoreFault
 */
export function copyDatabase(from: string, to: string): number {
  return onDisk(from, () => {
    createPrivateFile(to);
    using source = new DatabaseSync(from, { readOnly: true, timeout: WAIT_MS });
    source.prepare('VACUUM INTO ?').run(to);
    using copy = new DatabaseSync(to);
    const hasMark = copy.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() !== undefined;
    // A copy with the mark of a running station would look as if its log were missing.
    if (hasMark) copy.exec("DELETE FROM meta WHERE name = 'in_use'");
    return Number(copy.prepare('PRAGMA user_version').get()?.user_version);
  });
}
