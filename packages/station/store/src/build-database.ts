import { renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { onDisk } from '@kitestring/base/store-fault.ts';
import { createPrivateFile, removeDatabase, syncPath } from '@kitestring/os/data-folder.ts';
import { DatabaseConnection } from './database-connection.ts';
import { keepOrphanedLog, type LogDamage } from './log-damage.ts';

/**
 * Creates a database under another name first, so that a file with its own name is always complete: neither a kill nor
 * a power cut leaves one without
 * its tables. Until then it does not count: it is brought to the disk once, as a whole.
 * @param fill creates the tables
 * @returns the log of a former database of this name, if it was set aside
 * @throws StoreFault
 */
export function buildDatabase(file: string, fill: (connection: DatabaseConnection) => void): LogDamage | undefined {
  const orphan = keepOrphanedLog(file, Date.now());
  const draft = `${file}.building`;
  onDisk(file, () => removeDatabase(draft));
  createPrivateFile(draft);
  const connection = new DatabaseConnection(draft);
  try {
    connection.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
    fill(connection);
    connection.exec('PRAGMA journal_mode = WAL');
  } finally {
    connection.close();
  }
  onDisk(file, () => {
    syncPath(draft);
    renameSync(draft, file);
    syncPath(dirname(file));
  });
  return orphan;
}
