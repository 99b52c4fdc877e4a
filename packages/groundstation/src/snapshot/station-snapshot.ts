import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { ServerSettings } from '@kitestring/settings/server-settings.ts';
import type { ParameterOverrides } from '@kitestring/simulator/parameters.ts';
import { StateArchive } from '@kitestring/station/snapshot/state-archive.ts';
import type { Station } from '@kitestring/station/station.ts';
import { MIGRATIONS } from '@kitestring/store/migrations.ts';
import type { SavedTables } from '@kitestring/store/saved-tables.ts';
import type { Core } from '../core.ts';
import { readParametersFile } from '../worlds/parameters-file.ts';

/** Settings that shape the state: a station that continues from a snapshot has the same. */
export interface SnapshotSettings extends Pick<ServerSettings, 'simulation' | 'station'> {
  /** Contents of the file of parameters. */
  readonly parameters: ParameterOverrides;
}

/** A whole simulated station at one moment: aircraft, decisions, store and time. */
export interface StationSnapshot {
  readonly softwareVersion: string;
  /** Identifies the parts and fields that the software saves: differs between builds of one version that differ in them. */
  readonly layout: string;
  /** Station time, microseconds. */
  readonly timeUs: number;
  readonly settings: SnapshotSettings;
  /** `SnapshotContent`, in the format of structured clones. */
  readonly content: Uint8Array;
}

interface SnapshotContent {
  readonly keySalt: Uint8Array;
  readonly tables: SavedTables;
  readonly state: readonly unknown[];
}

/** The parts of a simulated station that a snapshot is taken of. */
export interface SnapshotSource {
  readonly core: Pick<Core, 'flightLog' | 'recordings' | 'settings' | 'store' | 'world'>;
  readonly station: Station;
}

const HASH_LENGTH = 16;

/** Takes a snapshot between two steps: call from outside of callbacks of the station's clock. */
export function takeSnapshot({ core, station }: SnapshotSource): StationSnapshot {
  const { settings, store, world } = core;
  const state = StateArchive.save(...partsOf({ core, station }));
  const content: SnapshotContent = { keySalt: store.keySalt, tables: store.save(), state };
  return {
    softwareVersion: settings.station.softwareVersion,
    layout: layoutOf({ core, station }),
    timeUs: world.clock.nowUs(),
    settings: settingsToSave(settings),
    content: serialize(content),
  };
}

/**
 * Restores a station in place: everything continues from the moment of the snapshot. Tokens that were issued since are
 * revoked, those of then are valid for as long as they were.
 * @throws StateMismatch when the snapshot is that of other software or settings; the station must not continue then
 */
export function restoreSnapshot({ core, station }: SnapshotSource, { content, timeUs }: StationSnapshot): void {
  const { flightLog, recordings, store, world } = core;
  const { tables, state } = deserialize(content) as SnapshotContent;
  station.auth.endSessionsExcept(new Set(tables.sessions?.map(({ id }) => String(id))));
  store.restore(tables);
  world.simulation?.clock.jumpTo(timeUs);
  StateArchive.restore(state, ...partsOf({ core, station }));
  flightLog.startOver('the station was reset to a snapshot');
  station.restored();
  recordings.resume();
}

/** Salt of the keys in its store. */
export const keySaltOf = ({ content }: StationSnapshot): unknown => (deserialize(content) as SnapshotContent).keySalt;

const partsOf = ({ core: { recordings, world }, station }: SnapshotSource) => [world.aircraft, station, recordings];

export const layoutOf = (source: SnapshotSource): string =>
  createHash('sha256')
    .update(`${MIGRATIONS.length} ${StateArchive.layoutOf(...partsOf(source))}`)
    .digest('hex')
    .slice(0, HASH_LENGTH);

function settingsToSave({ simulation, station }: ServerSettings): SnapshotSettings {
  const { parametersFile, ...others } = simulation;
  return {
    simulation: others,
    station,
    parameters: parametersFile === undefined ? {} : readParametersFile(parametersFile),
  };
}
