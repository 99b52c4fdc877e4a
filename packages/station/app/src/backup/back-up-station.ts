import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onDisk } from '@kitestring/base/store-fault.ts';
import { BackupFault } from '@kitestring/os/backup/backup-fault.ts';
import type { BackupList } from '@kitestring/os/backup/backup-list.ts';
import { writeBackup } from '@kitestring/os/backup/write-backup.ts';
import { checkDatabaseInUse } from '@kitestring/station-store/check-database.ts';
import { copyDatabase } from '@kitestring/station-store/copy-database.ts';
import { isReceipt, JOURNAL, KEPT_FILES, RECORDED, STATION_DATABASE } from './backup-parts.ts';

interface BackupOptions {
  /** Version of Kitestring. */
  readonly version: string;
  /** Whether recordings, snapshots and flight logs are in it. */
  readonly hasRecordings: boolean;
}

/**
 * Writes a backup of a station, which may run: a gzipped tar that only its owner can read. Resolves with its contents; rejects with a
 * BackupFault or a StoreFault.
 */
export async function backUpStation(
  dataDir: string,
  file: string,
  { hasRecordings, version }: BackupOptions,
): Promise<BackupList> {
  const database = join(dataDir, STATION_DATABASE);
  if (!existsSync(database)) {
    throw new BackupFault(`no station has been started in ${dataDir} yet: name its folder with --data-dir`);
  }
  if (existsSync(file)) throw new BackupFault(`${file} exists: name a new file`);
  checkDatabaseInUse({ path: dataDir, database, lock: '' });
  // Beside the backup, on whose disk there has to be space.
  const copies = onDisk(file, () => mkdtempSync(join(dirname(file), '.kitestring-backup-')));
  try {
    const schema = copyDatabase(database, join(copies, STATION_DATABASE));
    if (existsSync(join(dataDir, JOURNAL))) copyDatabase(join(dataDir, JOURNAL), join(copies, JOURNAL));
    const receipts = readdirSync(dataDir).filter(isReceipt);
    const parts = [
      { folder: copies, places: [STATION_DATABASE, JOURNAL] },
      { folder: dataDir, places: [...KEPT_FILES, ...receipts, ...(hasRecordings ? RECORDED : [])] },
    ];
    return await writeBackup(file, parts, { version, schema });
  } finally {
    rmSync(copies, { recursive: true, force: true });
  }
}
