import {
  NOTIFICATION_SEVERITIES,
  type NotificationSeverity,
} from '@kitestring/station-contract/notifications/notification.ts';

/**
 * Events of the hub itself beside those of the stations, with their severity. They have neither epoch nor number of a
 * station, and a station cannot create one: a record of such a kind is archived, but is not an event.
 */
export const HUB_EVENT_KINDS = {
  'station.enrolled': 'Info',
  'station.online': 'Info',
  'station.offline': 'Warning',
  'station.cloned': 'Critical',
  'station.quarantine_ended': 'Warning',
  'station.suspended': 'Critical',
  'station.clock_wrong': 'Warning',
  'station.revoked': 'Info',
  'command.settled': 'Info',
  'recording.stored': 'Info',
  'flight_log.stored': 'Info',
  'recording.removed': 'Info',
  'flight_log.removed': 'Info',
} as const satisfies Readonly<Record<string, NotificationSeverity>>;
export type HubEventKind = keyof typeof HUB_EVENT_KINDS;

export const isHubEventKind = (kind: string): kind is HubEventKind => Object.hasOwn(HUB_EVENT_KINDS, kind);

/** This severity and all higher ones. */
export const severitiesFrom = (least: NotificationSeverity): readonly NotificationSeverity[] =>
  NOTIFICATION_SEVERITIES.slice(NOTIFICATION_SEVERITIES.indexOf(least));
