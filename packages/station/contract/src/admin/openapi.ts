import type { ApiDescription } from '../document/api-document.ts';
import { ErrorReply } from '../error-reply.ts';
import type { Operation } from '../operation.ts';
import { ADMIN_BASE, ADMIN_OPERATIONS } from './operations.ts';

const DESCRIPTION = `Administration of plugins, the registered clients of the API: who may request tokens, with which scopes, and which tokens
are valid. It serves the operator's console and is not part of the published API.

**First steps.** Request a token with the scope \`internal\` at \`/api/v1/auth/token/request\`; the plugin of the first start has it. Give
that scope to operator consoles only: its holder can grant itself every other one.

**Keys.** A key is returned once, in the response that creates it. The station keeps its hash and writes the key to no log.

**Effect.** A change answered with 2xx applies to every later request and survives a crash of the station.`;

const CHAPTERS = [
  { name: 'plugins', description: 'Registered clients and their keys.' },
  { name: 'sessions', description: 'Valid tokens, and refused token requests.' },
  { name: 'audit', description: 'Actions and their outcome.' },
] as const;

/** The administration API, its document and its reference. */
export const ADMIN_API: ApiDescription = {
  base: ADMIN_BASE,
  version: '1.0.0',
  title: 'Kitestring administration',
  description: DESCRIPTION,
  operations: ADMIN_OPERATIONS,
  chapters: CHAPTERS,
  chapterOf: ({ path }: Operation) =>
    path.startsWith('/plugins') ? 'plugins' : path === '/audit' ? 'audit' : 'sessions',
  schemas: [ErrorReply],
};
