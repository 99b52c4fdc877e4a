import { NOTIFICATION_DICTIONARY } from '@kitestring/contract/notifications/notification-dictionary.ts';
import {
  getNotificationDictionary,
  getNotificationHistory,
  getNotifications,
} from '@kitestring/contract/notifications/operations.ts';
import { parseTimestamp } from '@kitestring/contract/timestamp.ts';
import type { Notifications } from '@kitestring/station/notifications/notifications.ts';
import { ok } from '@kitestring/station/refusal.ts';
import { type Route, route } from '../../http/route.ts';

interface NotificationRouteDeps {
  readonly notifications: Pick<Notifications, 'state' | 'history'>;
}

export const notificationRoutes = ({ notifications }: NotificationRouteDeps): readonly Route[] => [
  route(getNotifications, () => ok(notifications.state())),
  route(getNotificationHistory, ({ query: { from_time } }) => {
    return ok(notifications.history(from_time === undefined ? undefined : parseTimestamp(from_time)));
  }),
  route(getNotificationDictionary, () => ok(NOTIFICATION_DICTIONARY)),
];
