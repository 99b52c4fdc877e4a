import Type, { type Static } from 'typebox';
import { named, Text, Timestamp, Whole } from '../schema.ts';

export const NOTIFICATION_SEVERITIES = ['Info', 'Warning', 'Critical', 'Fatal'] as const;

export const NotificationSeverity = Type.Enum(NOTIFICATION_SEVERITIES, {
  $id: 'NotificationSeverity',
  description:
    '`Info`: for information; `Warning`: monitor; `Critical`: act now, the flight is limited or about to end; `Fatal`: service required before the next flight.',
  examples: ['Warning'],
});
export type NotificationSeverity = Static<typeof NotificationSeverity>;

export type NotificationParameters = Readonly<Record<string, string | number | boolean>>;

export const Notification = named(
  'Notification',
  'One occurrence of a notification. `code` and `begin_time` together identify it.',
  {
    severity: NotificationSeverity,
    code: Whole('Stable number; notifications/dictionary explains it.', 30001),
    message: Text(
      'The condition, with the values of `parameters` filled in.',
      'Wind load high: wind 13.5 m/s, limit 12 m/s.',
    ),
    begin_time: Timestamp('When it began.'),
    end_time: Type.Optional(Timestamp('When it ended. Absent while it lasts.')),
    parameters: Type.Optional(
      Type.Unsafe<NotificationParameters>({
        type: 'object',
        additionalProperties: true,
        description: 'Values of this occurrence; names and units are in the dictionary.',
        examples: [{ measure: 'wind', value: 13.5, limit: 12, unit: 'm/s', level: 'warning only', wind_speed: 13.5 }],
      }),
    ),
  },
);
export type Notification = Static<typeof Notification>;

export const NotificationsObject = named('NotificationsObject', 'Notifications, ordered by end, active ones last.', {
  from_time: Type.Optional(
    Timestamp(
      'Beginning of the time that the list covers; absent when only active ones were asked for. Later than asked for when more notifications matched than one answer holds: then it is the `end_time` of the first one.',
    ),
  ),
  to_time: Type.Optional(
    Timestamp(
      'End of the time that the list covers. As `from_time` of the next request it misses and repeats nothing.',
    ),
  ),
  notifications: Type.Array(Notification, { description: 'The notifications.' }),
});
export type NotificationsObject = Static<typeof NotificationsObject>;
