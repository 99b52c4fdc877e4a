import Type, { type Static } from 'typebox';
import { LIMITS } from './limits.ts';
import { Version } from './tokens.ts';

/** Topics of a station that clients of the hub watch; repeated as long as they do, and ended by its `ttlS`. Replaces the previous one. */
export const Want = Type.Object({
  v: Version,
  topics: Type.Array(Type.String({ pattern: '^[A-Za-z0-9_/-]{1,64}$', description: 'Name of a topic, resolved.' }), {
    maxItems: LIMITS.wantedTopics,
    description: 'Topics, as in subscriptions of the published API.',
  }),
  maxHz: Type.Number({
    exclusiveMinimum: 0,
    maximum: LIMITS.topicHzMax,
    description: 'Maximum messages per second of each.',
  }),
  ttlS: Type.Integer({ minimum: 1, maximum: LIMITS.wantTtlSMax, description: 'Ends after this time.' }),
});
export type Want = Static<typeof Want>;

/** Header of a topic’s message: station time of the state, Unix microseconds. */
export const TOPIC_TIME_HEADER = 'Ks-Time';

/** Topic with single notifications: `notifications/state` is the list, whose subscribers get the changes. */
export const NOTIFICATIONS_TOPIC = 'notifications/events';
/** Changes in a message; more between two messages are not expected. */
export const NOTIFICATION_EVENTS_MAX = 32;

/** Message of `NOTIFICATIONS_TOPIC`. */
export const NotificationEvents = Type.Object({
  active: Type.Array(Type.Unknown(), { description: 'Active notifications.' }),
  first: Type.Integer({ minimum: 1, description: 'Consecutive number in this boot of the first of `events`.' }),
  events: Type.Array(Type.Unknown(), {
    description: 'The newest ones that have begun, changed or ended, in the form of the published API.',
  }),
});
export type NotificationEvents = Static<typeof NotificationEvents>;
