import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import type { NotificationSeverity } from '@kitestring/station-contract/notifications/notification.ts';

/** Filters of the list, each with its number of stations. */
export const FILTERS = ['all', 'alarms', 'flying', 'offline'] as const;
export type Filter = (typeof FILTERS)[number];

export const ORDERS = ['severity', 'name', 'seen'] as const;
export type Order = (typeof ORDERS)[number];

/** In the air according to the newest beat, even if it is old. */
export const isFlying = ({ flight_state }: HubStation): boolean =>
  flight_state !== undefined && flight_state !== 'StandBy' && flight_state !== 'Unknown';

/** The link was lost while the Kite was in the air. */
export const isLostInFlight = (station: HubStation): boolean => station.state === 'offline' && isFlying(station);

/** Worst active notification; undefined without any. */
export function worstOf({ alarms }: HubStation): NotificationSeverity | undefined {
  if (alarms === undefined) return undefined;
  if (alarms.fatal > 0) return 'Fatal';
  if (alarms.critical > 0) return 'Critical';
  if (alarms.warning > 0) return 'Warning';
  return alarms.info > 0 ? 'Info' : undefined;
}

const RANKS: Readonly<Record<NotificationSeverity, number>> = { Fatal: 6, Critical: 4, Warning: 3, Info: 1 };

/** From this rank on an alarm is urgent: Critical, Fatal, a link lost in flight, an identity in use twice. */
const URGENT_RANK = 4;
const IN_FLIGHT = 10;

/** How much a station needs attention: the list begins with the highest. Urgent alarms in flight come before those on the ground. */
export function attention(station: HubStation): number {
  const rank = severityRank(station);
  if (rank >= URGENT_RANK && mayBeInAir(station)) return rank + IN_FLIGHT;
  return rank + (isFlying(station) ? 0.5 : 0);
}

/** A Kite without data may be in the air: where an alarm is urgent, it counts as there. */
export const mayBeInAir = ({ flight_state }: HubStation): boolean =>
  flight_state !== undefined && flight_state !== 'StandBy';

/** How bad its worst alarm is: 6 Fatal, 4 Critical, 3 Warning; below that a person need not check it. */
export function severityRank(station: HubStation): number {
  if (station.state === 'revoked') return -1;
  const worst = worstOf(station);
  const alarm = worst === undefined ? 0 : RANKS[worst];
  // Alarms of an offline station are old; losing it in flight is news.
  if (station.state === 'offline') return isFlying(station) ? Math.max(5, alarm) : Math.min(alarm, 2);
  if (station.state === 'cloned') return Math.max(5, alarm);
  return isFlying(station) ? Math.max(alarm, 2) : alarm;
}

/** Whether it counts as a station with alarms, which a person should check. */
export const hasAlarm = (station: HubStation): boolean => severityRank(station) >= 3;

/** Active alarms of all stations: their notifications from Warning on, and each link lost in flight or identity in use twice. */
export function countAlarms(stations: readonly HubStation[]): number {
  return stations.filter(hasAlarm).reduce((sum, station) => {
    const { critical = 0, fatal = 0, warning = 0 } = station.alarms ?? {};
    return sum + fatal + critical + warning + (isLostInFlight(station) || station.state === 'cloned' ? 1 : 0);
  }, 0);
}

const FITS: Readonly<Record<Filter, (station: HubStation) => boolean>> = {
  all: () => true,
  alarms: hasAlarm,
  flying: (station) => station.state !== 'revoked' && isFlying(station),
  offline: ({ state }) => state === 'offline',
};

/** Number of matching stations for each filter. */
export function filterCounts(stations: readonly HubStation[]): Readonly<Record<Filter, number>> {
  const counts = { all: 0, alarms: 0, flying: 0, offline: 0 };
  for (const station of stations) for (const filter of FILTERS) if (FITS[filter](station)) counts[filter] += 1;
  return counts;
}

interface ListChoice {
  readonly filter: Filter;
  readonly order: Order;
  /** Part of a name or sid. */
  readonly text: string;
}

/** The stations of the list, in order; equal ones are ordered by name. @param stations by name */
export function listed(stations: readonly HubStation[], { filter, order, text }: ListChoice): readonly HubStation[] {
  const wanted = text.trim().toLowerCase();
  const fitting = stations.filter(
    (station) =>
      FITS[filter](station) &&
      (wanted === '' || station.name.toLowerCase().includes(wanted) || station.sid.includes(wanted)),
  );
  if (order === 'name') return fitting;
  if (order === 'seen') return fitting.sort((a, b) => (a.seen ?? '').localeCompare(b.seen ?? ''));
  return fitting.sort((a, b) => attention(b) - attention(a));
}
