import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { found } from '../api/station-routes.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { RegisteredStation } from '../registry/stations.ts';

type ReachedStationDeps = Pick<HubDeps, 'presence' | 'stations'>;

/**
 * A station whose beats arrive; otherwise NOT_FOUND or STATION_OFFLINE. A cloned one is refused, because it is not
 * known which of the two answers.
 */
export function reachedStation({ presence, stations }: ReachedStationDeps, sid: string): Result<RegisteredStation> {
  const station = found(stations, sid);
  if (!station.ok) return station;
  const state = station.value.revokedMs === undefined ? (presence.of(sid)?.state ?? 'offline') : 'revoked';
  return state === 'online' ? ok(station.value) : refuse('STATION_OFFLINE', { station: sid, state });
}
