import { type ApiDescription, apiDocument } from '../document/api-document.ts';
import type { JsonObject } from '../document/components.ts';
import { ErrorReply } from '../error-reply.ts';
import { API_BASE, type Operation } from '../operation.ts';
import { ADMIN_API_VERSION, ADMIN_BASE, ADMIN_OPERATIONS } from './operations.ts';

const DESCRIPTION = `Administration of plugins, the registered clients of the API: who may ask for tokens, with which scopes, and which tokens
are out. It is what the operator's console works with, and no part of the published API.

**First steps.** Ask for a token with the scope \`internal\` at \`/api/v1/auth/token/request\`; the plugin of the first start has it. Give
that scope to operator consoles only: its holder can grant itself every other one.

**Keys.** A key is told once, in the answer that makes it. The station keeps its hash and writes the key to no log.

**Effect.** What was answered 2xx holds for every later request, and survives a kill of the station.`;

const CHAPTERS = [
  { name: 'plugins', description: 'Registered clients and their keys.' },
  { name: 'sessions', description: 'Tokens that are out, and who asks for one in vain.' },
  { name: 'audit', description: 'Who did what, and how it ended.' },
] as const;

/** The administration API, its document and its reference. */
export const ADMIN_API: ApiDescription = {
  title: 'Kitestring administration',
  description: DESCRIPTION,
  operations: ADMIN_OPERATIONS,
  chapters: CHAPTERS,
  chapterOf: ({ path }: Operation) =>
    path.startsWith('/plugins') ? 'plugins' : path === '/audit' ? 'audit' : 'sessions',
  schemas: [ErrorReply],
};

/**
 * The OpenAPI 3.1 document of the administration.
 * @param root URL of the station; relative to the document when absent
 */
export const adminOpenApiDocument = (root = ''): JsonObject =>
  apiDocument(ADMIN_API, {
    version: ADMIN_API_VERSION,
    serverUrl: `${root}${ADMIN_BASE}`,
    tokenServerUrl: `${root}${API_BASE}`,
  });
