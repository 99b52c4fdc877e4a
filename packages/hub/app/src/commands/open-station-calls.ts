import type { HubDeps } from '../hub-deps.ts';
import { StationReads } from '../proxy/station-reads.ts';
import { CommandTable } from './command-table.ts';
import { FreshBeats } from './fresh-beats.ts';
import { StationCommands } from './station-commands.ts';

interface StationCallsDeps
  extends Pick<
    HubDeps,
    'audit' | 'connection' | 'database' | 'presence' | 'key' | 'clock' | 'nowMs' | 'log' | 'onEvent'
  > {
  /** Prefix of the inboxes of this replica. */
  readonly inboxes: string;
}

export interface StationCalls {
  readonly beats: FreshBeats;
  readonly commandTable: CommandTable;
  readonly commands: StationCommands;
  readonly reads: StationReads;
}

/** Commands to stations and reads of their APIs. Each names a beat that is recent enough. */
export function openStationCalls(deps: StationCallsDeps): StationCalls {
  const { audit, clock, connection, database, inboxes, key, log, nowMs, onEvent, presence } = deps;
  const beats = new FreshBeats({ connection, presence, nowMs });
  const table = new CommandTable(database);
  return {
    beats,
    commandTable: table,
    commands: new StationCommands({ audit, beats, connection, database, presence, table, key, nowMs, log, onEvent }),
    reads: new StationReads({ beats, connection, inboxes, key, clock }),
  };
}
