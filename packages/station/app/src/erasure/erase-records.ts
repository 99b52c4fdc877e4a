import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onDisk } from '@kitestring/base/store-fault.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { journalFile } from '@kitestring/hub-link/journal/journal-database.ts';
import { removeDatabase, syncPath } from '@kitestring/os/data-folder.ts';
import { flightFolder } from '@kitestring/station-flightlog/write';
import { commandLineEntry } from '@kitestring/station-store/command-line-entry.ts';
import type { SqliteStore } from '@kitestring/station-store/sqlite-store.ts';
import { recordingsFolder } from '@kitestring/video-host/recordings/recordings-folder.ts';
import { snapshotsFolder } from '@kitestring/video-host/recordings/snapshot-library.ts';
import { REPLACED } from '../backup/backup-parts.ts';

/** Personal data in a data folder. */
export interface PersonalRecords {
  /** Flight logs and their pages: positions, operator names, commands by client. */
  readonly flights: FileCount;
  /** Video and positions, including snapshots. */
  readonly recordings: FileCount;
  /** Records for a fleet hub: positions, notifications, commands with their persons. */
  readonly hub_records: FileCount;
  /** People with their logins, names and hashes of passwords. */
  readonly accounts: number;
  readonly notifications: number;
  /** Pins with their names. */
  readonly pins: number;
  /** Including the names given by clients. */
  readonly sessions: number;
}

interface FileCount {
  readonly files: number;
  readonly bytes: number;
}

/** Summary and time of an erasure; without personal data. */
export interface ErasureReceipt {
  readonly erased_at: string;
  readonly erased: PersonalRecords;
  readonly kept: readonly string[];
}

const KEPT = [
  'plugins with their keys',
  'the audit log, which has no names or positions of people',
  'certificate and settings',
  'hours of flight',
  'copies elsewhere: backups, downloads, snapshots of the disk',
] as const;

/** Data to be erased. @throws StoreFault */
export const personalRecords = (store: SqliteStore, dataDir: string): PersonalRecords => ({
  flights: filesIn(flightFolder(dataDir)),
  recordings: sum(filesIn(recordingsFolder(dataDir)), filesIn(snapshotsFolder(dataDir))),
  hub_records: filesIn(dataDir, (file) => file.startsWith(journalFile(dataDir))),
  ...store.countRecords(),
});

/**
 * Erases flights, recordings, records for a hub, accounts, notifications, pins and sessions permanently, and writes a receipt
 * to the data folder. No station may be running on it. A kill or a fault leaves no receipt; the next attempt erases the rest.
 * @returns the receipt and its file @throws StoreFault
 */
export function eraseRecords(store: SqliteStore, dataDir: string, nowMs: number) {
  const erased = personalRecords(store, dataDir);
  for (const folder of [flightFolder(dataDir), recordingsFolder(dataDir), snapshotsFolder(dataDir)]) empty(folder);
  onDisk(dataDir, () => removeDatabase(journalFile(dataDir)));
  onDisk(dataDir, () => removeReplaced(dataDir));
  store.eraseRecords();
  const receipt: ErasureReceipt = { erased_at: formatTimestamp(nowMs * 1000), erased, kept: KEPT };
  const file = join(dataDir, `erased-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z.json`);
  const input = JSON.stringify(erased);
  const entry = {
    ...commandLineEntry(nowMs * 1000, nowMs * 1000),
    kind: 'Deletion',
    operation: 'station.erase',
  } as const;
  store.audit.append([{ ...entry, input }]);
  onDisk(file, () => writeFileSync(file, `${JSON.stringify(receipt, undefined, 2)}\n`, { mode: 0o600, flush: true }));
  onDisk(dataDir, () => syncPath(dataDir));
  return { receipt, file };
}

/** Stations that a restore has replaced. */
function removeReplaced(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(REPLACED)) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

/** Keeps the folder itself: it may be a mount. */
function empty(folder: string): void {
  if (!existsSync(folder)) return;
  onDisk(folder, () => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    syncPath(folder);
  });
}

const sum = (a: FileCount, b: FileCount): FileCount => ({ files: a.files + b.files, bytes: a.bytes + b.bytes });

function filesIn(folder: string, isCounted = (_file: string): boolean => true): FileCount {
  if (!existsSync(folder)) return { files: 0, bytes: 0 };
  return onDisk(folder, () => {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      (entry) => !entry.isDirectory(),
    );
    const files = entries.map(({ name, parentPath }) => join(parentPath, name)).filter(isCounted);
    const sizes = files.map((file) => statSync(file, { throwIfNoEntry: false })?.size);
    return { files: files.length, bytes: sizes.reduce<number>((sum, size = 0) => sum + size, 0) };
  });
}
