import Type from 'typebox';
import { operation } from '../operation.ts';
import { Text, Timestamp, Whole } from '../schema.ts';
import { NOTIFICATION_PAGE, NOTIFICATION_PAGE_MAX, NotificationPage } from './notification-page.ts';
import { READS } from './paths.ts';

export const listEndedNotifications = operation({
  ...READS,
  id: 'station.notifications',
  path: '/notifications',
  summary: 'History of notifications',
  description:
    'Notifications that have ended, the newest end first, in pages back to the oldest stored one: `next_before` of an answer is `before` of the next request. Notifications that end in the meantime change no later page.',
  query: Type.Object({
    limit: Type.Optional(
      Whole(`Maximum number of notifications; ${NOTIFICATION_PAGE} when absent.`, NOTIFICATION_PAGE, {
        minimum: 1,
        maximum: NOTIFICATION_PAGE_MAX,
      }),
    ),
    before: Type.Optional(
      Text('Only notifications after this place in the list.', '1772357650100000_1772357400250000_30001', {
        pattern: '^\\d{1,16}_\\d{1,16}_\\d{1,9}$',
      }),
    ),
    from_time: Type.Optional(Timestamp('Only notifications that ended at this time or later.')),
  }),
  replies: { 200: NotificationPage },
  replyExample: {
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
    flights: [{ began_time: '2026-03-01T09:28:12.000000+00:00', ended_time: '2026-03-01T09:41:40.000000+00:00' }],
  },
});
