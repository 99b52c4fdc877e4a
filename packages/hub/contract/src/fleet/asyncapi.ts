import { closeCodes, topicChannel } from '@kitestring/station-contract/asyncapi.ts';
import { Components, type JsonObject } from '@kitestring/station-contract/document/components.ts';
import { SUBSCRIPTION_LIMITS } from '@kitestring/station-contract/subscriptions/limits.ts';
import { TOPICS, type TopicDefinition } from '@kitestring/station-contract/topics.ts';
import { NEWEST_API_VERSION } from '@kitestring/station-contract/versions.ts';
import type { TObject, TSchema } from 'typebox';
import {
  EVENT_STREAM_ALIVE_S,
  EVENT_STREAM_TYPE,
  FleetEvent,
  FleetEventsRemoved,
  FleetLiveMessage,
  readFleetEvents,
  watchFleet,
} from './events.ts';
import { FLEET_API_VERSION, FLEET_BASE, StationParams } from './operations.ts';
import { THROUGH_HUB } from './through-hub.ts';
import { addFleetWebhook, FleetWebhookEvents, FleetWebhookTest, testFleetWebhook } from './webhooks.ts';

const DESCRIPTION = `All messages that a hub sends on its own: stations and events of the fleet, states and notifications of each station, and webhooks.
Requests are described in \`/openapi.json\`.

**Authorization.** An API key of the hub in the header \`Authorization: Bearer <key>\`, or the cookie of a sign-in. A browser cannot set that header for
a WebSocket: with a key it offers the subprotocol \`bearer.<key>\`. A client gets the data that its role may see; when its rights change, WebSockets are
closed with 1012 and streams end, and it reconnects.

**Slow readers.** States are replaced in the queue of a slow reader. Events never are: an interrupted reader of events continues after the
number of its last one.`;

const EXAMPLE_SID = 'sabcdefghijk2';
const EXAMPLE_TIME = '2026-03-01T09:30:00.250000+00:00';
const EXAMPLE_EVENT = {
  n: 4711,
  sid: EXAMPLE_SID,
  epoch: 'e2m4k7qzx5cv',
  seq: 42,
  time: EXAMPLE_TIME,
  clock: EXAMPLE_TIME,
  kind: 'flight.phase',
  data: { state: 'Flying', previous: 'TakingOff' },
};
const EXAMPLE_STATION = { sid: EXAMPLE_SID, name: 'Engine 7', state: 'online', flight_state: 'Flying', altitude: 24.5 };

const server = (protocol: string): JsonObject => ({
  host: '{host}',
  pathname: FLEET_BASE,
  protocol,
  variables: { host: { description: 'Name or address of the hub, with its port.', default: '127.0.0.1:3180' } },
  security: [{ $ref: '#/components/securitySchemes/BearerAuth' }],
});

const servers = (...names: readonly string[]) => ({ servers: names.map((name) => ({ $ref: `#/servers/${name}` })) });

const addressParameters = ({ properties }: TObject): JsonObject =>
  Object.fromEntries(
    Object.entries(properties as Record<string, JsonObject>).map(([name, { description, examples }]) => [
      name,
      { description, ...(examples !== undefined && { examples }) },
    ]),
  );

interface Message {
  readonly title: string;
  readonly summary: string;
  readonly payload: TSchema;
  readonly example: object;
}

const messagesOf = (components: Components, messages: Readonly<Record<string, Message>>): JsonObject =>
  Object.fromEntries(
    Object.entries(messages).map(([name, { example, payload, summary, title }]) => [
      name,
      {
        title,
        summary,
        contentType: 'application/json',
        payload: components.schema(payload),
        examples: [{ payload: example }],
      },
    ]),
  );

function liveChannel(components: Components): JsonObject {
  const query = components.schema(watchFleet.query as TSchema);
  return {
    address: watchFleet.path,
    title: watchFleet.summary,
    description: watchFleet.description,
    ...servers('webSocket', 'webSocketTls'),
    messages: messagesOf(components, {
      stations: {
        title: 'Stations',
        summary: 'A text frame. Messages of the client are ignored.',
        payload: FleetLiveMessage,
        example: { stations: [EXAMPLE_STATION] },
      },
    }),
    bindings: { ws: { method: 'GET', query, bindingVersion: '0.1.0' } },
  };
}

const eventChannel = (components: Components): JsonObject => ({
  address: readFleetEvents.path,
  title: 'Events, live',
  description: readFleetEvents.description,
  ...servers('http', 'https'),
  messages: messagesOf(components, {
    event: {
      title: 'An event',
      summary: `\`data\` of one server-sent event (${EVENT_STREAM_TYPE}); its \`id\` is the number. An idle stream has a comment every ${EVENT_STREAM_ALIVE_S} s, with the \`id\` up to which everything was sent.`,
      payload: FleetEvent,
      example: EXAMPLE_EVENT,
    },
    removed: {
      title: 'Events were removed',
      summary:
        '`data` of a server-sent event with `event: removed`: the reader has missed events that are no longer kept.',
      payload: FleetEventsRemoved,
      example: { first: 4000 },
    },
  }),
});

const webhookChannel = (components: Components): JsonObject => ({
  // Chosen by the receiver: see the operation that creates a webhook.
  address: null,
  title: 'Webhook',
  description: addFleetWebhook.description,
  messages: messagesOf(components, {
    events: {
      title: 'Events',
      summary: 'Body of a POST, signed by the headers `webhook-id`, `-timestamp`, `-signature`.',
      payload: FleetWebhookEvents,
      example: { type: 'fleet.events', timestamp: EXAMPLE_TIME, data: { events: [EXAMPLE_EVENT] } },
    },
    test: {
      title: 'Test',
      summary: `What \`POST ${FLEET_BASE}${testFleetWebhook.path}\` sends.`,
      payload: FleetWebhookTest,
      example: { type: 'fleet.test', timestamp: EXAMPLE_TIME, data: {} },
    },
  }),
});

/** A topic of one station: the same messages, below the path of the station at the hub. */
function stationChannel(topic: TopicDefinition, components: Components): JsonObject {
  const { address, parameters, ...channel } = topicChannel(NEWEST_API_VERSION, topic, components);
  return {
    address: `/stations/{sid}/api${address}`,
    ...channel,
    ...servers('webSocket', 'webSocketTls'),
    parameters: { ...addressParameters(StationParams), ...(parameters as JsonObject | undefined) },
    description: `${topic.summary} From the mirror of the hub; closed with 1013 when the station is offline or restarts.`,
  };
}

const sends = (channels: JsonObject, name: string, bindings?: JsonObject): JsonObject => {
  const { messages, title } = channels[name] as { title: string; messages: JsonObject };
  return {
    action: 'send',
    channel: { $ref: `#/channels/${name}` },
    title,
    messages: Object.keys(messages).map((message) => ({ $ref: `#/channels/${name}/messages/${message}` })),
    ...(bindings !== undefined && { bindings }),
  };
};

const http = (method: string) => ({ http: { method, bindingVersion: '0.3.0' } });

/** The AsyncAPI 3.0 document of all messages that a hub sends on its own. */
export function fleetAsyncApiDocument(): JsonObject {
  const components = new Components();
  const channels: JsonObject = {
    [watchFleet.id]: liveChannel(components),
    [readFleetEvents.id]: eventChannel(components),
    'fleet.webhook': webhookChannel(components),
    ...Object.fromEntries(
      TOPICS.map((topic) => [`${THROUGH_HUB}${topic.operationId}`, stationChannel(topic, components)]),
    ),
  };
  const bindings: Readonly<Record<string, JsonObject>> = {
    [readFleetEvents.id]: http('GET'),
    'fleet.webhook': http('POST'),
  };
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Kitestring fleet messages',
      version: FLEET_API_VERSION,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: { webSocket: server('ws'), webSocketTls: server('wss'), http: server('http'), https: server('https') },
    channels,
    operations: Object.fromEntries(
      Object.keys(channels).map((name) => [`${name}.send`, sends(channels, name, bindings[name])]),
    ),
    components: {
      schemas: components.schemas,
      securitySchemes: {
        BearerAuth: { type: 'http', scheme: 'bearer', description: 'An API key of the hub, or a token for a station.' },
      },
    },
    'x-limits': SUBSCRIPTION_LIMITS,
    'x-close-codes': closeCodes,
  };
}
