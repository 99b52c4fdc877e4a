import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import type { StationPresence } from '../presence/presence.ts';
import { CLOCK_OFF_MS, clockOffsetMs } from '../presence/station-clocks.ts';
import type { RegisteredStation } from '../registry/stations.ts';

/** RFC 3339 of Unix milliseconds. */
export const timestamp = (unixMs: number): string => formatTimestamp(Math.round(unixMs) * 1000);

/**
 * A station in the form of the API, from the registry and the newest beat, which may be from before a restart of the
 * hub.
 * @param hasStates whether the caller may read its states: an auditor may not
 */
export function stationView(
  station: RegisteredStation,
  presence: StationPresence | undefined,
  hasStates = true,
): HubStation {
  const beat = presence?.beat ?? station.beat;
  const seenMs = presence?.receivedMs ?? station.seenMs;
  const sinceMs = station.revokedMs ?? presence?.sinceMs;
  return {
    sid: station.sid,
    name: station.name,
    state: station.revokedMs === undefined ? (presence?.state ?? 'offline') : 'revoked',
    ...(sinceMs !== undefined && { since: timestamp(sinceMs) }),
    ...(seenMs !== undefined && { seen: timestamp(seenMs) }),
    ...clockView({ beat, receivedMs: seenMs }),
    ...(hasStates && beat !== undefined && beatView(beat)),
  };
}

function clockView(newest: Pick<StationPresence, 'beat' | 'receivedMs'>): Pick<HubStation, 'clock_offset'> {
  const offsetMs = clockOffsetMs(newest) ?? 0;
  return Math.abs(offsetMs) < CLOCK_OFF_MS ? {} : { clock_offset: Math.round(offsetMs / 1000) };
}

function beatView({ alarms, alt, lat, lon, phase }: NonNullable<RegisteredStation['beat']>): Partial<HubStation> {
  const [fatal, critical, warning, info] = alarms;
  return {
    flight_state: phase,
    ...(alt !== undefined && { altitude: alt }),
    ...(lat !== undefined && { latitude: lat }),
    ...(lon !== undefined && { longitude: lon }),
    alarms: { fatal, critical, warning, info },
  };
}
