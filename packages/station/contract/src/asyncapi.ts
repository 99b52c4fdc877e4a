import Type from 'typebox';
import { Components, type JsonObject } from './document/components.ts';
import { operationById } from './operations.ts';
import { Text, Timestamp } from './schema.ts';
import { CLOSE_CODE_TEXTS, CLOSE_CODES, SUBSCRIPTION_LIMITS } from './subscriptions/limits.ts';
import { CONNECTION_COOKIE } from './subscriptions/operations.ts';
import {
  BEARER_SUBPROTOCOL_PREFIX,
  ENVELOPE_SUBPROTOCOL,
  exampleMessage,
  PLAIN_SUBPROTOCOL,
  TOPICS,
  type TopicDefinition,
} from './topics.ts';
import { operationsIn, topicsIn } from './versions/operation-versions.ts';
import { withVersionPaths } from './versions/texts-in.ts';
import { type ApiVersion, hasHttps } from './versions.ts';

const ASYNCAPI_DESCRIPTION = `States and notifications over WebSockets. Messages are described in \`/openapi.json\` and here.

**Connecting.** Open \`ws(s)://<host>/api/v1/<topic>/subscribe\` with a token that has the scope \`read\`, in the header
\`Authorization: Bearer <token>\`. A browser cannot set that header: there, offer the subprotocol
\`${BEARER_SUBPROTOCOL_PREFIX}<token>\`. A token in the URL is never used: alone it is refused.

**Messages.** The first message is the state at once. Then one follows whenever it changes, at most 10 per second and topic, and at
least one every 5 s, so that a silent link is noticed. A message is exactly the JSON that the GET of the same path answers; only
\`notifications/state\` sends single notifications. Text frames; what a client sends is ignored.

**Several topics on one WebSocket.** The upgrade sets the cookie \`${CONNECTION_COOKIE}\`. \`POST /api/v1/<topic>/subscribe\` with that
cookie and a token of the same session adds a topic, \`POST /api/v1/<topic>/unsubscribe\` removes one. Bare states do not name
their topic: offer the subprotocol \`${ENVELOPE_SUBPROTOCOL}\` to receive \`{topic, time, data}\` instead.

**Subprotocols together.** A browser that wants both offers \`${ENVELOPE_SUBPROTOCOL}\` and \`${BEARER_SUBPROTOCOL_PREFIX}<token>\`. The
station answers with the envelope's name if it was offered, else with \`${PLAIN_SUBPROTOCOL}\`, which changes nothing but that answer; only a client
that offers nothing else gets its \`${BEARER_SUBPROTOCOL_PREFIX}<token>\` back.

**Slow readers.** States are replaced in the queue of a slow reader, notifications never. Over 1 MiB waiting it is closed with 1013.
A ping comes every 20 s; after two without an answer the connection is closed. An expired or invalidated token closes it with
1008 within a second. A session may have 32 WebSockets.`;

const EXAMPLE_TIME = '2026-03-01T09:30:00.250000+00:00';

const SERVER_VARIABLES = {
  host: { description: 'Name or address of the station, with its port.', default: '127.0.0.1:3128' },
};

const server = (protocol: 'ws' | 'wss'): JsonObject => ({
  host: '{host}',
  pathname: '/api',
  protocol,
  variables: SERVER_VARIABLES,
  security: [{ $ref: '#/components/securitySchemes/BearerAuth' }],
});

const envelope = (topic: TopicDefinition) =>
  Type.Object({
    topic: Text('The topic, with the values of its parameters.', topic.name),
    time: Timestamp('Station time of the message.'),
    data: topic.message,
  });

function messages(version: ApiVersion, topic: TopicDefinition, components: Components): JsonObject {
  const example = exampleMessage(topic, operationsIn(version));
  return {
    bare: {
      title: topic.kind === 'state' ? 'The state' : 'A notification',
      summary: `As the subprotocol ${BEARER_SUBPROTOCOL_PREFIX}<token>, or none, sends it.`,
      contentType: 'application/json',
      payload: components.schema(topic.message),
      examples: [{ payload: example }],
    },
    envelope: {
      title: 'The same in an envelope',
      summary: `As the subprotocol ${ENVELOPE_SUBPROTOCOL} sends it.`,
      contentType: 'application/json',
      payload: components.schema(envelope(topic)),
      examples: [{ payload: { topic: topic.name, time: EXAMPLE_TIME, data: example } }],
    },
  };
}

function parameters(topic: TopicDefinition): JsonObject {
  if (topic.params === undefined) return {};
  const { properties } = topic.params as { properties: Record<string, { description?: string; examples?: unknown[] }> };
  const list = Object.entries(properties).map(([name, { description, examples }]) => [name, { description, examples }]);
  return { parameters: Object.fromEntries(list) };
}

const UPGRADE_HEADERS = {
  type: 'object',
  properties: {
    Authorization: { type: 'string', description: '`Bearer <token>`, where the client can set headers.' },
    'Sec-WebSocket-Protocol': {
      type: 'string',
      description: `Subprotocols offered: \`${ENVELOPE_SUBPROTOCOL}\`, \`${BEARER_SUBPROTOCOL_PREFIX}<token>\`, both or none. A client that offers \`${PLAIN_SUBPROTOCOL}\` together with the token receives bare states, and a response that does not repeat the token.`,
    },
  },
};

/** The channel of a topic, as `asyncApiDocument` has it. */
export const topicChannel = (version: ApiVersion, topic: TopicDefinition, components: Components): JsonObject => ({
  address: `/v1/${topic.name}/subscribe`,
  title: topic.name,
  description: topic.summary,
  ...parameters(topic),
  messages: messages(version, topic, components),
  bindings: { ws: { method: 'GET', headers: UPGRADE_HEADERS, bindingVersion: '0.1.0' } },
  'x-topic': topic.name,
  'x-kind': topic.kind,
});

const operation = (topic: TopicDefinition): JsonObject => ({
  action: 'send',
  channel: { $ref: `#/channels/${topic.operationId}` },
  title: operationById(topic.operationId)?.summary,
  messages: ['bare', 'envelope'].map((name) => ({ $ref: `#/channels/${topic.operationId}/messages/${name}` })),
});

/** Codes with which WebSockets are closed, and their meanings. */
export const closeCodes = Object.entries(CLOSE_CODES).map(([name, code]) => ({
  code,
  meaning: CLOSE_CODE_TEXTS[name as keyof typeof CLOSE_CODES],
}));

/** The AsyncAPI 3.0 document of all topics. */
export function asyncApiDocument({ version }: { version: ApiVersion }): JsonObject {
  const components = new Components();
  const channels = topicsIn(version).map((topic) => [topic.operationId, topicChannel(version, topic, components)]);
  return withVersionPaths(version, {
    asyncapi: '3.0.0',
    info: {
      title: 'Kitestring topics',
      version,
      description: ASYNCAPI_DESCRIPTION,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: { plain: server('ws'), ...(hasHttps(version) && { tls: server('wss') }) },
    channels: Object.fromEntries(channels),
    operations: Object.fromEntries(TOPICS.map((topic) => [`${topic.operationId}.subscribe`, operation(topic)])),
    components: {
      schemas: components.schemas,
      securitySchemes: {
        BearerAuth: { type: 'http', scheme: 'bearer', description: 'A token. No scope is needed.' },
      },
    },
    'x-limits': SUBSCRIPTION_LIMITS,
    'x-close-codes': closeCodes,
  });
}
