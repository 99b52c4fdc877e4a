import { CONNECTION_COOKIE } from '../subscriptions/operations.ts';
import { BEARER_SUBPROTOCOL_PREFIX, ENVELOPE_SUBPROTOCOL, PLAIN_SUBPROTOCOL } from '../topics.ts';

export const ASYNCAPI_DESCRIPTION = `States and notifications over WebSockets. Messages are described in \`/openapi.json\` and here.

**Connecting.** Open \`ws(s)://<host>/api/v1/<topic>/subscribe\` with a token (no scope is needed), in the header
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
