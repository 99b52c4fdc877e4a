import type { TSchema } from 'typebox';
import { ERRORS } from '../errors.ts';
import { API_BASE, type Operation, UNROUTED_ERRORS } from '../operation.ts';
import { Components, type JsonObject } from './components.ts';
import { HEADERS } from './headers.ts';
import { operationObject } from './operation-object.ts';
import { securitySchemes } from './security.ts';

const rows = UNROUTED_ERRORS.map((code) => `- ${ERRORS[code].status} \`${code}\`: ${ERRORS[code].meaning}`);

/** Responses that any request can receive before it reaches an operation; no operation lists them. */
const UNROUTED_TEXT = `**Before an operation.** Any request can also be answered with one of these, whatever its path:

${rows.join('\n')}

Where the station speaks HTTPS only, an unencrypted GET is redirected to HTTPS with 308.`;

/** A chapter of a reference. */
interface Chapter {
  readonly name: string;
  readonly description: string;
}

/** One API of the station, its document and its reference. */
export interface ApiDescription {
  /** Path below which its operations are, from the root of the server. */
  readonly base: string;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  /** All operations, in the order of the reference. */
  readonly operations: readonly Operation[];
  readonly chapters: readonly Chapter[];
  /** Name of the chapter of an operation. */
  readonly chapterOf: (op: Operation) => string;
  /** Named schemas of the document that no operation refers to directly. */
  readonly schemas: readonly TSchema[];
}

/** Path of the document of an API beside the published one. */
export const documentPath = ({ base }: ApiDescription): string => `${base}/openapi.json`;

interface DocumentPlace {
  /** Origin of the server, such as `https://kite.example:3128`. When absent, URLs are relative to the document. */
  readonly origin?: string;
  /** Path of the API with the token request: the published one when absent. */
  readonly tokenBase?: string;
}

/** Names of the bodies that refuse unknown properties. A union of schemas leaves that to each of them. */
const closedBodies = (operations: readonly Operation[]): ReadonlySet<string> =>
  new Set(operations.filter(isClosed).map(({ body }) => String((body as { $id?: string }).$id)));

const isClosed = ({ body, unknownProperties }: Operation): boolean =>
  body !== undefined && !('oneOf' in body) && unknownProperties !== 'ignore';

function documentPaths({ operations, chapterOf }: ApiDescription, components: Components): JsonObject {
  const byPath = Map.groupBy(operations, (op) => op.path);
  const items = [...byPath].map(([path, ofPath]) => [
    path,
    Object.fromEntries(ofPath.map((op) => [op.method.toLowerCase(), operationObject(op, chapterOf(op), components)])),
  ]);
  return Object.fromEntries(items);
}

const NEWEST_TOKEN_PATH = '/v1/auth/token/request';

/** The path under which the document of an API names the token request. APIs beside the published one name the newest. */
function tokenPathIn({ operations }: ApiDescription): string {
  const tokenRequest = operations.find(({ id }) => id === 'auth.token.request');
  return tokenRequest?.aliases?.[0] ?? tokenRequest?.path ?? NEWEST_TOKEN_PATH;
}

/** The OpenAPI 3.1 document of an API, made from its operations. */
export function apiDocument(
  api: ApiDescription,
  { origin = '', tokenBase = API_BASE }: DocumentPlace = {},
): JsonObject {
  const components = new Components(closedBodies(api.operations));
  for (const schema of api.schemas) components.schema(schema);
  const paths = documentPaths(api, components);
  return {
    openapi: '3.1.0',
    info: {
      title: api.title,
      version: api.version,
      description: `${api.description}\n\n${UNROUTED_TEXT}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${origin}${api.base}` }],
    tags: api.chapters,
    paths,
    components: {
      schemas: components.schemas,
      examples: components.examples,
      headers: HEADERS,
      securitySchemes: securitySchemes(`${origin}${tokenBase}${tokenPathIn(api)}`),
    },
  };
}
