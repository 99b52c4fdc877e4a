import type { FleetArchive } from '../archive/fleet-archive.ts';
import type { HubDeps } from '../hub-deps.ts';

/** The fleet in a few numbers. */
export interface StationFigures {
  readonly states: readonly (readonly [state: string, count: number])[];
  /** Undefined when none is online. */
  readonly beatAgeS: number | undefined;
  readonly lagRecords: number;
  /** Streams that stations send to relays. */
  readonly relayed: readonly (readonly [coding: string, count: number])[];
}

interface StationFiguresDeps extends Pick<HubDeps, 'stations' | 'presence'> {
  readonly fleetArchive: Pick<FleetArchive, 'cursorOf'>;
  readonly nowMs: number;
}

/** Computed once for all gauges, because it iterates over the registry. */
export function stationFigures({ fleetArchive, nowMs, presence, stations }: StationFiguresDeps): StationFigures {
  const states = { online: 0, offline: 0, cloned: 0, revoked: 0 };
  let beatAgeS: number | undefined;
  let lagRecords = 0;
  const relayed = { as_taken: 0, encoded: 0 };
  for (const { revokedMs, sid } of stations.list()) {
    const { beat, receivedMs, state = 'offline' } = presence.of(sid) ?? {};
    states[revokedMs === undefined ? state : 'revoked'] += 1;
    if (revokedMs !== undefined || state !== 'online' || beat === undefined || receivedMs === undefined) continue;
    beatAgeS = Math.max(beatAgeS ?? 0, (nowMs - receivedMs) / 1000);
    for (const { made } of beat.link.video ?? []) relayed[made === undefined ? 'as_taken' : 'encoded'] += 1;
    const have = fleetArchive.cursorOf(sid, beat.epoch)?.have;
    if (have !== undefined) lagRecords += Math.max(0, beat.head - have);
  }
  return { states: Object.entries(states), beatAgeS, lagRecords, relayed: Object.entries(relayed) };
}
