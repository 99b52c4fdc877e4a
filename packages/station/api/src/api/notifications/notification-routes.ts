import { NOTIFICATION_DICTIONARY } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import * as operations from '@kitestring/station-contract/notifications/operations.ts';
import { ok } from '@kitestring/station-contract/refusal.ts';
import type { Notifications } from '@kitestring/station-core/notifications';
import { parseTime, type Route, route } from '@kitestring/web/http';

interface NotificationRouteDeps {
  readonly notifications: Pick<Notifications, 'state' | 'history'>;
}

export const notificationRoutes = ({ notifications }: NotificationRouteDeps): readonly Route[] => [
  route(operations.getNotifications, () => ok(notifications.state())),
  route(operations.getNotificationHistory, ({ query }) => ok(notifications.history(parseTime(query.from_time)))),
  route(operations.getNotificationDictionary, () => ok(NOTIFICATION_DICTIONARY)),
];
