import { ok, type Result, refuse } from '@kitestring/station/refusal.ts';
import { found } from '../api/station-routes.ts';
import type { Presence } from '../presence/presence.ts';
import type { RegisteredStation, Stations } from '../registry/stations.ts';

export interface Reached {
  readonly stations: Stations;
  readonly presence: Presence;
}

/** A station whose beats arrive; NOT_FOUND, STATION_OFFLINE. A cloned one is none: it is not known which of the two answers. */
export function reachedStation({ presence, stations }: Reached, sid: string): Result<RegisteredStation> {
  const station = found(stations, sid);
  if (!station.ok) return station;
  const state = station.value.revokedMs === undefined ? (presence.of(sid)?.state ?? 'offline') : 'revoked';
  return state === 'online' ? ok(station.value) : refuse('STATION_OFFLINE', { station: sid, state });
}
