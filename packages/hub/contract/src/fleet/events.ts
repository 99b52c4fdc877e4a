import { NotificationSeverity } from '@kitestring/station-contract/notifications/notification.ts';
import { Nothing, operation } from '@kitestring/station-contract/operation.ts';
import { named, Text, Timestamp, Whole } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';
import { HUB_EVENT_KINDS } from '../hub-event.ts';
import { Epoch, Seq, Sid } from '../tokens.ts';
import { Bbox } from './bbox.ts';
import { HubStation } from './fleet-station.ts';
import { limit, READS, TIME_RANGE } from './operations.ts';

/** Maximum of events in one answer. */
export const EVENT_PAGE_MAX = 1000;
/** Media type of a stream of server-sent events, for the header `Accept`. */
export const EVENT_STREAM_TYPE = 'text/event-stream';
/** Interval of keep-alive messages in a stream without events. */
export const EVENT_STREAM_ALIVE_S = 15;
/** Maximum messages per second of live stations. */
export const LIVE_HZ_MAX = 10;

const hubKinds = Object.keys(HUB_EVENT_KINDS)
  .map((kind) => `\`${kind}\``)
  .join(', ');

export const FleetEvent = named('FleetEvent', 'One event of a station, after it has been archived.', {
  n: Type.Integer({ minimum: 1, description: 'Consecutive number over all stations: continue after it.' }),
  sid: Sid,
  epoch: Type.Optional(Epoch),
  seq: Type.Optional(Seq('Its number at the station; absent, like `epoch`, for an event of the hub.')),
  time: Timestamp('Station time; for an event of the hub its own.'),
  clock: Timestamp('Clock of the station’s computer.'),
  kind: Text(`Kind, as in records; or an event of the hub: ${hubKinds}.`, 'flight.phase'),
  data: Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', description: 'Data of this kind.' }),
});
export type FleetEvent = Static<typeof FleetEvent>;

export const FleetEvents = named('FleetEvents', 'Events of all stations in the order of their archiving.', {
  events: Type.Array(FleetEvent, { maxItems: EVENT_PAGE_MAX, description: 'By number.' }),
  first: Type.Integer({
    minimum: 1,
    description:
      'Number of the oldest event that is kept. Earlier ones were removed after `archive.event_days`: a reader with `after` below `first - 1` has missed some.',
  }),
  next_after: Type.Integer({ minimum: 0, description: '`after` of the next request, also when there is nothing new.' }),
});
export type FleetEvents = Static<typeof FleetEvents>;

/** Filter of events. */
export const EVENT_FILTER = {
  sid: Type.Optional(Sid),
  kind: Type.Optional(Type.String({ maxLength: 40, description: 'Only events of this kind.' })),
  severity: Type.Optional(NotificationSeverity),
};

export const readFleetEvents = operation({
  ...READS,
  id: 'fleet.events',
  path: '/events',
  summary: 'Events of all stations',
  description: `In the order of their archiving, from a number on: a client that continues with \`next_after\` misses none and gets none twice. With \`Accept: ${EVENT_STREAM_TYPE}\` the answer is a stream of server-sent events that does not end: each has its number as \`id\`, so that a client continues with \`Last-Event-ID\`; without that and without \`after\` it begins with new events. A stream whose reader has missed events that were removed has an event \`removed\`, whose data \`{"first": n}\` names the oldest that is kept. An idle stream has a comment every ${EVENT_STREAM_ALIVE_S} s. \`severity\` selects events of this severity and higher; events without one, such as \`flight.phase\`, are then left out. \`from\`, \`to\` and \`began_before\` select by time, \`before\` goes back from a number, for a page; a stream has no end and takes none of them.`,
  headers: Type.Object({
    'Last-Event-ID': Type.Optional(
      Type.String({
        description:
          'Number of the last event that a client of the stream has received. Takes precedence over `after`.',
      }),
    ),
  }),
  query: Type.Object({
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Only events with a higher number; 0 when absent.',
      }),
    ),
    before: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'Only events with a lower number, the newest of them: page back with the `n` of the first event of the answer. An answer is always ordered by number.',
      }),
    ),
    ...EVENT_FILTER,
    ...TIME_RANGE,
    began_before: Type.Optional(
      Timestamp(
        'Only begins and ends of notifications that began before this time: with `from`, the ends of those that spanned the time between.',
      ),
    ),
    limit: limit(EVENT_PAGE_MAX, 100),
  }),
  replies: { 200: FleetEvents },
  errors: ['INVALID_REQUEST', 'TOO_MANY_CONNECTIONS', 'STORE_UNUSABLE'],
});

export const FleetEventsRemoved = named('FleetEventsRemoved', 'Events that a reader has missed were removed.', {
  first: Whole('Number of the oldest event that is kept.', 4000, { minimum: 1 }),
});

export const FleetLiveMessage = named('FleetLiveMessage', 'A live message about stations.', {
  stations: Type.Array(HubStation, {
    description: 'All stations in the first message, later those that have changed.',
  }),
  left: Type.Optional(
    Type.Array(Sid, { description: 'Stations that have left `bbox`, each once. Absent if there are none.' }),
  ),
});
export type FleetLiveMessage = Static<typeof FleetLiveMessage>;

export const watchFleet = operation({
  ...READS,
  id: 'fleet.live',
  path: '/live',
  isUnlimited: true,
  summary: 'Stations, live',
  description:
    'A WebSocket. The first message has all stations, every further one the changed ones, at most `hz` messages a second: `{"stations": [HubStation]}`. With `bbox` only stations inside it; one that leaves it is named once, `{"stations": [], "left": [sid]}`. A slow reader gets fewer messages, never old ones.',
  query: Type.Object({
    bbox: Type.Optional(Bbox),
    hz: Type.Optional(
      Type.Number({ minimum: 0.1, maximum: LIVE_HZ_MAX, description: 'Maximum messages per second; 1 when absent.' }),
    ),
  }),
  replies: { 101: Nothing },
  errors: ['UPGRADE_REQUIRED', 'TOO_MANY_CONNECTIONS', 'TOKEN_IN_URL', 'INVALID_REQUEST'],
});

export const EVENT_OPERATIONS = [readFleetEvents, watchFleet] as const;
