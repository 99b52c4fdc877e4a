import { NOTIFICATION_DICTIONARY } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import * as operations from '@kitestring/station-contract/notifications/operations.ts';
import { ok } from '@kitestring/station-contract/refusal.ts';
import type { Notifications } from '@kitestring/station-core/notifications/notifications.ts';
import { timeOf } from '@kitestring/web/http/query.ts';
import { type Route, route } from '@kitestring/web/http/route.ts';

interface NotificationRouteDeps {
  readonly notifications: Pick<Notifications, 'state' | 'history'>;
}

export const notificationRoutes = ({ notifications }: NotificationRouteDeps): readonly Route[] => [
  route(operations.getNotifications, () => ok(notifications.state())),
  route(operations.getNotificationHistory, ({ query }) => ok(notifications.history(timeOf(query.from_time)))),
  route(operations.getNotificationDictionary, () => ok(NOTIFICATION_DICTIONARY)),
];
