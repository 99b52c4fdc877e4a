import Type from 'typebox';
import { operation } from '../operation.ts';
import { Timestamp } from '../schema.ts';
import { NotificationsObject } from './notification.ts';
import { NOTIFICATIONS } from './notification-dictionary.ts';
import { NotificationDictionaryItem } from './notification-dictionary-item.ts';

export const getNotifications = operation({
  id: 'notifications.state',
  path: '/v1/notifications/state',
  summary: 'Active notifications',
  description:
    'All active notifications. A subscription to it sends single notifications: the active ones at connection, then each one that begins, changes its parameters or ends.',
  access: ['read'],
  replies: { 200: NotificationsObject },
  replyExample: {
    to_time: '2026-03-01T09:30:04.000000+00:00',
    notifications: [
      {
        severity: 'Critical',
        code: 30001,
        message: 'Wind load high: wind 13.5 m/s, limit 12 m/s.',
        begin_time: '2026-03-01T09:30:00.250000+00:00',
        parameters: { measure: 'wind', value: 13.5, limit: 12, unit: 'm/s', level: 'warning only', wind_speed: 13.5 },
      },
    ],
  },
});

export const getNotificationHistory = operation({
  id: 'notifications.history',
  path: '/v1/notifications/history',
  summary: 'Notification history',
  description:
    'Those that ended at or after `from_time` and before `to_time` of the answer, and those that are still active; ordered by end, active ones last. Without `from_time`, only what is active now. They are kept for 90 days. At most 1000: if more match, the newest 1000, and `from_time` of the answer says from when. Asking each time from the last `to_time` gives every ended notification exactly once.',
  access: ['read'],
  query: Type.Object({
    from_time: Type.Optional(
      Timestamp('Leave out what ended before. Absent or empty: leave out everything that has ended.'),
    ),
  }),
  replies: { 200: NotificationsObject },
  replyExample: {
    from_time: '2026-03-01T09:00:00.000000+00:00',
    to_time: '2026-03-01T09:40:00.000000+00:00',
    notifications: [
      {
        severity: 'Critical',
        code: 30001,
        message: 'Wind load high: wind 13.5 m/s, limit 12 m/s.',
        begin_time: '2026-03-01T09:30:00.250000+00:00',
        end_time: '2026-03-01T09:34:10.100000+00:00',
        parameters: { measure: 'wind', value: 13.5, limit: 12, unit: 'm/s', level: 'warning only', wind_speed: 13.5 },
      },
    ],
  },
});

export const getNotificationDictionary = operation({
  id: 'notifications.dictionary',
  path: '/v1/notifications/dictionary',
  summary: 'Notification dictionary',
  description:
    'Every notification this station can send, with its severity, texts and parameters. Codes are stable; their ten thousands name the subsystem.',
  access: ['read'],
  replies: { 200: Type.Array(NotificationDictionaryItem) },
  replyExample: [NOTIFICATIONS.HIGH_WIND],
});
