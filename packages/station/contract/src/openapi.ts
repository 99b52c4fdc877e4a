import { Scope } from './auth/scope.ts';
import { Session } from './auth/session.ts';
import { type ApiDescription, apiDocument } from './document/api-document.ts';
import type { JsonObject } from './document/components.ts';
import { asOpenApi30 } from './document/openapi-3.0.ts';
import { ErrorReply } from './error-reply.ts';
import { API_BASE, type Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { operationsIn } from './versions/operation-versions.ts';
import { schemaIn } from './versions/schema-versions.ts';
import { withVersionPaths } from './versions/texts-in.ts';
import { type ApiVersion, NEWEST_API_VERSION } from './versions.ts';

/** Chapters of the reference, in order: the first part of the paths, and a description. */
const TAGS = [
  { name: 'auth', description: 'Tokens, sessions, and the status of clients.' },
  { name: 'flight', description: 'Taking off, altitude, landing.' },
  { name: 'camera', description: 'Direction of the camera. Angles are relative to North and the horizon (NED).' },
  {
    name: 'handoff',
    description: 'Which client is in control. If no client is in control, any client with the scope may command.',
  },
  { name: 'notifications', description: 'Active and past conditions, and the action for the operator.' },
  { name: 'system', description: 'Power, position, Remote ID and the Rooftop Box.' },
  { name: 'videostreams', description: 'Live video, zoom, thermal palettes and single pictures.' },
  { name: 'recordings', description: 'Recording video and downloading it.' },
  { name: 'subscriptions', description: 'States over a WebSocket instead of polling. Topics are in /asyncapi.json.' },
  { name: 'health', description: 'Whether the station does its work, and which versions it speaks.' },
] as const;
type Tag = (typeof TAGS)[number]['name'];

/** The chapter of an operation. */
function firstTag(op: Operation): Tag {
  const [, first] = op.path.replace(/^\/v\d/, '').split('/');
  if (first === 'versions') return 'health';
  return TAGS.find((tag) => tag.name === first)?.name ?? 'subscriptions';
}

const DESCRIPTION = `Controls a tethered aerial camera and reports its state.

**First steps.** Request a token with an API key (\`POST /v1/auth/token/request\`), send it as \`Authorization: Bearer <token>\`, request
control (\`POST /v1/handoff/control/request\`), and take off (\`POST /v1/flight/control/take_off\`).

**Units.** Metres, degrees, seconds, volts, percent, unless a description says otherwise. Angles are NED: pan 0 is North and 90 East;
tilt 0 is level and 90 straight down. A field that is not available is absent. Times are RFC 3339 with microseconds and offset.

**After a command.** Once a command has been answered with 2xx, every later read and every later message shows it as under way. A client
waits for the state, without a fixed delay. Subscribe (topics are in \`/asyncapi.json\`) instead of polling.

**Bodies.** Operations without a body accept none, an empty one, or \`{}\`. Commands refuse unknown properties. HEAD works
where GET does. Unknown query parameters are ignored.

**Errors.** Every error body has a stable \`code\` and a \`message\` for people. A path that does not exist answers 404 \`NOT_FOUND\`, a
method that a path does not have 405 \`METHOD_NOT_ALLOWED\` with the header \`Allow\`.`;

/** The published API, its document and its reference. */
export const LOCAL_API: ApiDescription = {
  base: API_BASE,
  version: NEWEST_API_VERSION,
  title: 'Kitestring local API',
  description: DESCRIPTION,
  operations: OPERATIONS,
  chapters: TAGS,
  chapterOf: firstTag,
  schemas: [Scope, Session, ErrorReply],
};

/** The same in one version. */
const localApiIn = (version: ApiVersion): ApiDescription => ({
  ...LOCAL_API,
  version,
  operations: operationsIn(version),
  schemas: LOCAL_API.schemas.map((schema) => schemaIn(version, schema)),
});

interface OpenApiPlace {
  /** Version of the API that is served. */
  readonly version: ApiVersion;
  /** Origin of the server; when absent, URLs are relative to the document. */
  readonly origin?: string;
}

/** The OpenAPI 3.1 document of the local API. */
export const openApiDocument = ({ version, origin = '' }: OpenApiPlace): JsonObject =>
  withVersionPaths(version, apiDocument(localApiIn(version), { origin }));

/** The same as OpenAPI 3.0.4, the latest version that several generators read. */
export const openApi30Document = (place: OpenApiPlace): JsonObject => asOpenApi30(openApiDocument(place));
