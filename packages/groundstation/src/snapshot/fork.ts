import { existsSync } from 'node:fs';
import type { ServerSettings } from '@kitestring/settings/server-settings.ts';
import { StateMismatch } from '@kitestring/station/snapshot/state-archive.ts';
import { dataFolder, removeDatabase } from '@kitestring/store/data-folder.ts';
import { openStore } from '@kitestring/store/open-store.ts';
import { SnapshotError } from './snapshot-error.ts';
import { keySaltOf, layoutOf, restoreSnapshot, type SnapshotSource, type StationSnapshot } from './station-snapshot.ts';

/** Settings of a station that continues from a snapshot: its own, but for those that shape the state. */
export function forkSettings(own: ServerSettings, { settings }: StationSnapshot): ServerSettings {
  const { softwareVersion } = own.station;
  const { speed } = own.simulation;
  return { ...own, simulation: { ...settings.simulation, speed }, station: { ...settings.station, softwareVersion } };
}

/**
 * Runs `start` on a new store with the key salt of the original; removes that store when the snapshot turns out to be
 * unusable. @throws SnapshotError, StoreFault, and what `start` throws
 */
export async function onNewStore<T>(
  own: ServerSettings,
  snapshot: StationSnapshot,
  start: () => Promise<T>,
): Promise<T> {
  checkVersion(own, snapshot);
  const { database } = dataFolder(own.dataDir);
  if (existsSync(database)) {
    throw new SnapshotError(
      `the data folder ${own.dataDir} has a station in it: give a new one (--data-dir) to start from a snapshot`,
    );
  }
  const salt = keySaltOf(snapshot);
  if (!(salt instanceof Uint8Array)) throw damaged('it has no salt of the keys');
  {
    using store = openStore(own.dataDir, { lock: true });
    store.takeKeySalt(salt);
  }
  try {
    return await start();
  } catch (error) {
    if (error instanceof SnapshotError) removeDatabase(database);
    throw error;
  }
}

function checkVersion({ station: { softwareVersion } }: ServerSettings, snapshot: StationSnapshot): void {
  if (snapshot.softwareVersion === softwareVersion) return;
  throw new SnapshotError(
    `the snapshot was taken with version ${snapshot.softwareVersion} of Kitestring, this is ${softwareVersion}: take a new one with this version`,
  );
}

/** @throws SnapshotError for a snapshot of other software; the station must not continue then */
export function continueFrom(source: SnapshotSource, snapshot: StationSnapshot): void {
  if (snapshot.layout !== layoutOf(source)) {
    throw new SnapshotError(
      `the snapshot was taken with another build of version ${snapshot.softwareVersion} of Kitestring, which keeps other state: take a new one with this build`,
    );
  }
  try {
    restoreSnapshot(source, snapshot);
  } catch (cause) {
    throw cause instanceof StateMismatch ? damaged(cause.message, cause) : cause;
  }
}

const damaged = (reason: string, cause?: unknown): SnapshotError =>
  new SnapshotError(`the snapshot does not fit this station: ${reason}`, { cause });
