import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatTimestamp } from '@kitestring/contract/timestamp.ts';
import { commandLineEntry } from '../audit/command-line-entry.ts';
import { flightFolder } from '../flight-log/flight-folder.ts';
import { recordingsFolder } from '../recordings/recordings-folder.ts';
import { onDisk, syncFolder } from '../store/data-folder.ts';
import type { SqliteStore } from '../store/sqlite-store.ts';

/** What lies in a data folder about people and places. */
export interface PersonalRecords {
  /** Logs of flights with their pages: positions, names of operators, who asked for what. */
  readonly flights: FileCount;
  /** Pictures, positions. */
  readonly recordings: FileCount;
  readonly notifications: number;
  /** With the names that clients gave them. */
  readonly sessions: number;
}

export interface FileCount {
  readonly files: number;
  readonly bytes: number;
}

/** What was erased, and when; it names nobody. */
export interface ErasureReceipt {
  readonly erased_at: string;
  readonly erased: PersonalRecords;
  readonly kept: readonly string[];
}

const KEPT = [
  'plugins with their keys',
  'the audit log, which has no names or positions of operators',
  'certificate and settings',
  'hours of flight',
  'copies elsewhere: backups, downloads, snapshots of the disk',
] as const;

/** What there is to erase. @throws StoreFault */
export const personalRecords = (store: SqliteStore, dataDir: string): PersonalRecords => ({
  flights: filesIn(flightFolder(dataDir)),
  recordings: filesIn(recordingsFolder(dataDir)),
  ...store.countRecords(),
});

/**
 * Erases flights, recordings, notifications and sessions for good, and leaves a receipt in the data folder. No station may
 * run on it. A kill or a fault in the middle leaves no receipt; the next try erases the rest.
 * @returns the receipt and its file @throws StoreFault
 */
export function eraseRecords(store: SqliteStore, dataDir: string, nowMs: number) {
  const erased = personalRecords(store, dataDir);
  for (const folder of [flightFolder(dataDir), recordingsFolder(dataDir)]) empty(folder);
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
  onDisk(dataDir, () => syncFolder(dataDir));
  return { receipt, file };
}

/** The folder itself stays: it may be a mount. */
function empty(folder: string): void {
  if (!existsSync(folder)) return;
  onDisk(folder, () => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    syncFolder(folder);
  });
}

function filesIn(folder: string): FileCount {
  if (!existsSync(folder)) return { files: 0, bytes: 0 };
  return onDisk(folder, () => {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
    const sizes = files.map(
      ({ name, parentPath }) => statSync(join(parentPath, name), { throwIfNoEntry: false })?.size,
    );
    return { files: files.length, bytes: sizes.reduce<number>((sum, size = 0) => sum + size, 0) };
  });
}
