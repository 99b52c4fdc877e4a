import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { ParameterOverrides } from '@kitestring/aircraft-simulator/parameters.ts';
import { StateArchive } from '@kitestring/base/state-archive.ts';
import type { ServerSettings } from '@kitestring/settings/server-settings.ts';
import type { Station } from '@kitestring/station-core/station.ts';
import { MIGRATIONS } from '@kitestring/station-store/migrations.ts';
import type { SavedTables } from '@kitestring/station-store/saved-tables.ts';
import type { Core } from '../core.ts';
import { readParametersFile } from '../worlds/parameters-file.ts';
import { SnapshotDataFault, snapshotData, snapshotText } from './snapshot-data.ts';

/** Settings that shape the state: a station that continues from a snapshot uses those of the snapshot. */
export interface SnapshotSettings extends Pick<ServerSettings, 'simulation' | 'station'> {
  /** Contents of the file of parameters. */
  readonly parameters: ParameterOverrides;
}

/** A whole simulated station at one time: aircraft, decisions, store and clock. */
export interface StationSnapshot {
  readonly softwareVersion: string;
  /** Identifies the parts and fields that the software saves: builds of one version that differ in them have different layouts. */
  readonly layout: string;
  /** Station time, microseconds. */
  readonly timeUs: number;
  readonly settings: SnapshotSettings;
  /** `SnapshotContent`, in the format of structured clones: created by this process, never read from a file. */
  readonly content: Uint8Array;
}

interface SnapshotContent {
  readonly tables: SavedTables;
  readonly state: readonly unknown[];
}

/** The parts of a simulated station that a snapshot contains. */
export interface SnapshotSource {
  readonly core: Pick<Core, 'flightLog' | 'recordings' | 'settings' | 'store' | 'world'>;
  readonly station: Station;
}

const HASH_LENGTH = 16;

/** Takes a snapshot between two steps: call from outside of callbacks of the station's clock. */
export function takeSnapshot({ core, station }: SnapshotSource): StationSnapshot {
  const { settings, store, world } = core;
  const state = StateArchive.save(...parts({ core, station }));
  const content: SnapshotContent = { tables: store.save(), state };
  return {
    softwareVersion: settings.station.softwareVersion,
    layout: layout({ core, station }),
    timeUs: world.clock.nowUs(),
    settings: settingsToSave(settings),
    content: serialize(content),
  };
}

/**
 * Restores a station in place: everything continues from the time of the snapshot, except plugins, accounts, sessions
 * and links, which stay unchanged.
 * @throws StateMismatchFault, RowMismatchFault when the snapshot is from other software or settings; the station must not
 * continue then
 */
export function restoreSnapshot(
  { core, station }: SnapshotSource,
  { content, timeUs }: StationSnapshot,
  { isForeign = false }: { readonly isForeign?: boolean } = {},
): void {
  const { flightLog, recordings, store, world } = core;
  const { tables, state } = deserialize(content) as SnapshotContent;
  store.restore(tables);
  world.simulation?.clock.jumpTo(timeUs);
  StateArchive.restore(state, parts({ core, station }), { isForeign });
  flightLog.startOver('the station was reset to a snapshot');
  station.restored();
  recordings.resume();
}

/** Its content, for a file. */
export const contentText = ({ content }: StationSnapshot): string => snapshotText(deserialize(content));

/** The content of an untrusted file. @throws SnapshotDataFault */
export function contentOfText(text: string): Uint8Array {
  const { state, tables } = (snapshotData(text) ?? {}) as Partial<SnapshotContent>;
  const areRows = (rows: unknown) => Array.isArray(rows) && rows.every((row) => isPlain(row));
  if (!Array.isArray(state) || !isPlain(tables) || !Object.values(tables).every(areRows)) {
    throw new SnapshotDataFault('it has no tables or no state');
  }
  return serialize({ tables, state });
}

export const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const parts = ({ core: { recordings, world }, station }: SnapshotSource) => [world.aircraft, station, recordings];

export const layout = (source: SnapshotSource): string =>
  createHash('sha256')
    .update(`${MIGRATIONS.length} ${StateArchive.layoutOf(...parts(source))}`)
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
