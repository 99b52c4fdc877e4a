import { Scope } from './auth/scope.ts';
import { Session } from './auth/session.ts';
import { Components, type JsonObject } from './document/components.ts';
import { HEADERS } from './document/headers.ts';
import { operationObject } from './document/operation-object.ts';
import { securitySchemes } from './document/security.ts';
import { TAGS } from './document/tags.ts';
import { ErrorReply } from './error-reply.ts';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';

const DESCRIPTION = `Flies a tethered aerial camera, points it, and tells how it is.

**First steps.** Ask for a token with an API key (\`POST /v1/auth/token/request\`), send it as \`Authorization: Bearer <token>\`, ask for
control (\`POST /v1/handoff/control/request\`), and take off (\`POST /v1/flight/control/take_off\`).

**Units.** Metres, degrees, seconds, volts, percent, unless a description says otherwise. Angles are NED: pan 0 is North and 90 East;
tilt 0 is level and 90 straight down. A field that cannot be gathered is absent. Times are RFC 3339 with microseconds and offset.

**After a command.** Once a command has answered 2xx, every later read and every later message shows it as under way. A client
waits for the state and needs no sleep. Subscribe (topics are in \`/asyncapi.json\`) in place of polling.

**Bodies.** Operations without a body accept none, an empty one, or \`{}\`. Commands refuse properties they do not know. HEAD works
where GET does. Query parameters that are not known are ignored.

**Errors.** Every error body has a stable \`code\` and a \`message\` for people. A path that does not exist answers 404 \`NOT_FOUND\`, a
method that a path does not have 405 \`METHOD_NOT_ALLOWED\` with the header \`Allow\`.`;

const nameOf = (op: Operation): string => String((op.body as { $id?: string } | undefined)?.$id);

/** Bodies that refuse properties that they do not name. */
const closedBodies = (): ReadonlySet<string> =>
  new Set(OPERATIONS.filter((op) => op.body !== undefined && op.unknownProperties !== 'ignore').map(nameOf));

function paths(components: Components): JsonObject {
  const byPath = Map.groupBy(OPERATIONS, (op) => op.path);
  const items = [...byPath].map(([path, operations]) => [
    path,
    Object.fromEntries(operations.map((op) => [op.method.toLowerCase(), operationObject(op, components)])),
  ]);
  return Object.fromEntries(items);
}

/**
 * The OpenAPI 3.1 document of the local API, made from the operations.
 * @param version version of the API that is served
 * @param serverUrl where the API is, up to and with `/api`; relative to the document when absent
 */
export function openApiDocument({ version, serverUrl = '/api' }: { version: string; serverUrl?: string }): JsonObject {
  const components = new Components(closedBodies());
  // Named in the published contract, though no operation refers to them directly.
  for (const schema of [Scope, Session, ErrorReply]) components.schema(schema);
  const allPaths = paths(components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kitestring local API',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: TAGS,
    paths: allPaths,
    components: {
      schemas: components.schemas,
      examples: components.examples,
      headers: HEADERS,
      securitySchemes: securitySchemes(serverUrl),
    },
  };
}
