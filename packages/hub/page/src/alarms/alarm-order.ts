import type { FleetAlarm } from '@kitestring/hub-contract/fleet/alarms.ts';
import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import { NOTIFICATION_SEVERITIES } from '@kitestring/station-contract/notifications/notification.ts';
import { mayBeInAir } from '../stations/fleet-view.ts';

/**
 * Alarms in the order in which a person should read them: Fatal and Critical ones of stations in flight, those on the
 * ground, then the others likewise. Equal ones stay in the order of the hub.
 */
export function inReadingOrder(
  alarms: readonly FleetAlarm[],
  bySid: ReadonlyMap<string, HubStation>,
): readonly FleetAlarm[] {
  const readingRank = ({ severity, sid }: FleetAlarm): number => {
    const station = bySid.get(sid);
    const isUrgent = severity === 'Fatal' || severity === 'Critical';
    const isInAir = station !== undefined && mayBeInAir(station);
    return (isUrgent ? 20 : 0) + (isInAir ? 10 : 0) + NOTIFICATION_SEVERITIES.indexOf(severity);
  };
  return alarms.toSorted((a, b) => readingRank(b) - readingRank(a));
}

export const FLOOD_MINUTES = 10;
/** More new alarms than this in ten minutes are more than one person can handle. Source: EEMUA 191, alarm flood. */
export const FLOOD_MAX = 10;
