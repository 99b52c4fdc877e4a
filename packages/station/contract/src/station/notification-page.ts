import Type, { type Static } from 'typebox';
import { Notification } from '../notifications/notification.ts';
import { named, Text, Timestamp } from '../schema.ts';

/** Default number of notifications in one answer. */
export const NOTIFICATION_PAGE = 200;
export const NOTIFICATION_PAGE_MAX = 1000;
/** Number of flights that the station remembers. */
export const PAST_FLIGHTS_MAX = 100;

export const PastFlight = named('PastFlight', 'Start and end of a flight.', {
  began_time: Timestamp('When the motors started, in station time.'),
  ended_time: Type.Optional(Timestamp('When the Kite had landed. Absent while it is in the air.')),
});
export type PastFlight = Static<typeof PastFlight>;

export const NotificationPage = named('NotificationPage', 'Notifications that have ended, the newest end first.', {
  notifications: Type.Array(Notification, { description: 'The newest end first.' }),
  next_before: Type.Optional(
    Text(
      'End of this answer, if more follow: `before` of the next request.',
      '1772357650100000_1772357400250000_30001',
    ),
  ),
  flights: Type.Array(PastFlight, { description: `The last flights, the newest first; at most ${PAST_FLIGHTS_MAX}.` }),
});
export type NotificationPage = Static<typeof NotificationPage>;
