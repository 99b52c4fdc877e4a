import { CAMERA_NOTIFICATIONS, VIDEO_NOTIFICATIONS } from './dictionary/camera-and-video.ts';
import { FLIGHT_NOTIFICATIONS } from './dictionary/flight.ts';
import { GROUND_STATION_NOTIFICATIONS } from './dictionary/ground-station.ts';
import { KITE_NOTIFICATIONS } from './dictionary/kite.ts';
import { NETWORK_AND_API_NOTIFICATIONS } from './dictionary/network-and-api.ts';
import { REMOTE_ID_NOTIFICATIONS } from './dictionary/remote-id.ts';
import { ROOFTOP_BOX_NOTIFICATIONS } from './dictionary/rooftop-box.ts';
import type { NotificationDictionaryItem } from './notification-dictionary-item.ts';

export type { NotificationEntry } from './dictionary/entry.ts';
export { type RemoteIdNotificationName, remoteIdNotification } from './remote-id-notification.ts';

/** Subsystems by the first code of their notifications. */
export const NOTIFICATION_GROUPS = [
  { firstCode: 10_000, subsystem: 'Ground Station', notifications: GROUND_STATION_NOTIFICATIONS },
  { firstCode: 20_000, subsystem: 'Kite', notifications: KITE_NOTIFICATIONS },
  { firstCode: 30_000, subsystem: 'Flight', notifications: FLIGHT_NOTIFICATIONS },
  { firstCode: 40_000, subsystem: 'Camera', notifications: CAMERA_NOTIFICATIONS },
  { firstCode: 50_000, subsystem: 'Video and recordings', notifications: VIDEO_NOTIFICATIONS },
  { firstCode: 60_000, subsystem: 'Rooftop Box', notifications: ROOFTOP_BOX_NOTIFICATIONS },
  { firstCode: 70_000, subsystem: 'Remote ID', notifications: REMOTE_ID_NOTIFICATIONS },
  { firstCode: 80_000, subsystem: 'Network and API', notifications: NETWORK_AND_API_NOTIFICATIONS },
] as const;

/** Every notification the system can send, by name. */
export const NOTIFICATIONS = {
  ...GROUND_STATION_NOTIFICATIONS,
  ...KITE_NOTIFICATIONS,
  ...FLIGHT_NOTIFICATIONS,
  ...CAMERA_NOTIFICATIONS,
  ...VIDEO_NOTIFICATIONS,
  ...ROOFTOP_BOX_NOTIFICATIONS,
  ...REMOTE_ID_NOTIFICATIONS,
  ...NETWORK_AND_API_NOTIFICATIONS,
};
export type NotificationName = keyof typeof NOTIFICATIONS;

const namesByCode: ReadonlyMap<number, NotificationName> = new Map(
  (Object.keys(NOTIFICATIONS) as NotificationName[]).map((name) => [NOTIFICATIONS[name].code, name]),
);

/** The name of a code, for records that hold the code only. */
export const notificationName = (code: number): NotificationName | undefined => namesByCode.get(code);

/** The dictionary as answered by `notifications/dictionary`, ordered by code. */
export const NOTIFICATION_DICTIONARY: readonly NotificationDictionaryItem[] = Object.values(NOTIFICATIONS)
  .map((entry) => ({ ...entry, parameters: [...entry.parameters] }))
  .sort((a, b) => a.code - b.code);
