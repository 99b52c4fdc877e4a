import { NotificationSeverity } from '@kitestring/station-contract/notifications/notification.ts';
import { named, Text, Timestamp } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';
import { Sid } from '../tokens.ts';

/** Maximum of alarms in one answer. */
export const ALARM_PAGE_MAX = 1000;

export const AlarmId = Text('Id of the alarm.', '4711', { pattern: '^[0-9]{1,15}$' });

export const FleetAlarm = named('FleetAlarm', 'A notification of a station, from begin to end.', {
  id: AlarmId,
  sid: Sid,
  code: Type.Integer({ description: 'Code of the notification dictionary.' }),
  severity: NotificationSeverity,
  message: Type.String({ description: 'Text of the station, in English.' }),
  began: Timestamp('When it began, station time.'),
  ended: Type.Optional(Timestamp('When it ended, station time; absent while it is active.')),
  acknowledged: Type.Optional(
    Type.Object(
      { who: Type.String({ description: 'Name of the caller.' }), time: Timestamp('Time of the hub.') },
      { description: 'Absent until it is acknowledged at this hub.' },
    ),
  ),
});
export type FleetAlarm = Static<typeof FleetAlarm>;

export const FleetAlarms = named('FleetAlarms', 'Alarms, worst first, newest first among equals.', {
  alarms: Type.Array(FleetAlarm, { maxItems: ALARM_PAGE_MAX, description: 'A page of them.' }),
  total: Type.Integer({ minimum: 0, description: 'Alarms that match the filter.' }),
});
export type FleetAlarms = Static<typeof FleetAlarms>;

export const ALARM_FILTERS = ['active', 'unacknowledged', 'ended'] as const;
