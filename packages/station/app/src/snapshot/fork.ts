import { existsSync } from 'node:fs';
import { parametersWith } from '@kitestring/aircraft-simulator/parameters.ts';
import { StoreFault } from '@kitestring/base/store-fault.ts';
import { dataFolder, removeDatabase } from '@kitestring/os/data-folder.ts';
import type { ServerSettings } from '@kitestring/settings/server-settings.ts';
import { checkSaved } from './saved-settings.ts';
import { StationSnapshotFault } from './snapshot-fault.ts';
import { layout, restoreSnapshot, type SnapshotSource, type StationSnapshot } from './station-snapshot.ts';

/** Settings of a station that continues from a snapshot: its own, except those that shape the state. */
export function forkSettings(own: ServerSettings, { settings }: StationSnapshot): ServerSettings {
  checkKinds('simulation', own.simulation, settings.simulation);
  checkKinds('station', own.station, settings.station);
  usable('', () => checkSaved(settings));
  usable('its parameters: ', () => parametersWith(settings.parameters));
  const { softwareVersion } = own.station;
  const { speed } = own.simulation;
  return { ...own, simulation: { ...settings.simulation, speed }, station: { ...settings.station, softwareVersion } };
}

/**
 * Runs `start` on a new store with new keys; removes that store when the snapshot is unusable. @throws StationSnapshotFault,
 * StoreFault, and errors of `start`
 */
export async function onNewStore<T>(
  own: ServerSettings,
  snapshot: StationSnapshot,
  start: () => Promise<T>,
): Promise<T> {
  checkVersion(own, snapshot);
  const { database } = dataFolder(own.dataDir);
  if (existsSync(database)) {
    throw new StationSnapshotFault(
      `the data folder ${own.dataDir} has a station in it: give a new one (--data-dir) to start from a snapshot`,
    );
  }
  try {
    return await start();
  } catch (error) {
    // A wrong state may also break the cleanup: that must not hide the reason.
    const reason: unknown = error instanceof SuppressedError ? error.suppressed : error;
    if (reason instanceof StationSnapshotFault) removeDatabase(database);
    throw reason;
  }
}

/** @throws StationSnapshotFault */
function usable(what: string, check: () => void): void {
  try {
    check();
  } catch (cause) {
    throw damaged(`${what}${(cause as Error).message}`, cause);
  }
}

/** Each setting must have the type that this software expects. @throws StationSnapshotFault */
function checkKinds(path: string, own: object, saved: object): void {
  for (const [name, value] of Object.entries(own)) {
    const other = (saved as Readonly<Record<string, unknown>>)[name];
    if (value === undefined || other === undefined) continue;
    const isWrong = kind(value) !== kind(other) || Number.isNaN(other);
    if (isWrong) throw damaged(`the setting ${path}.${name} is ${kind(other)}, not ${kind(value)}`);
    if (kind(value) === 'object') checkKinds(`${path}.${name}`, value, other as object);
  }
}

const kind = (value: unknown): string => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value);

function checkVersion({ station: { softwareVersion } }: ServerSettings, snapshot: StationSnapshot): void {
  if (snapshot.softwareVersion === softwareVersion) return;
  throw new StationSnapshotFault(
    `the snapshot was taken with version ${snapshot.softwareVersion} of Kitestring, this is ${softwareVersion}: take a new one with this version`,
  );
}

/** @throws StationSnapshotFault for a snapshot of other software; the station must not continue then */
export function continueFrom(source: SnapshotSource, snapshot: StationSnapshot): void {
  if (snapshot.layout !== layout(source)) {
    throw new StationSnapshotFault(
      `the snapshot was taken with another build of version ${snapshot.softwareVersion} of Kitestring, which keeps other state: take a new one with this build`,
    );
  }
  try {
    restoreSnapshot(source, snapshot, { isForeign: true });
  } catch (cause) {
    // A file may contain anything that looks like a state.
    throw cause instanceof StoreFault ? cause : damaged((cause as Error).message, cause);
  }
  const { simulation } = source.core.world;
  if (simulation !== undefined && !areFinite(simulation.aircraft.truth())) throw damaged('a value is no number');
}

const areFinite = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(areFinite)
    : typeof value !== 'number' || Number.isFinite(value);

const damaged = (reason: string, cause?: unknown): StationSnapshotFault =>
  new StationSnapshotFault(`the snapshot does not fit this station: ${reason}`, { cause });
