import { SCOPES, type Scope } from '../auth/scope.ts';
import { grantsOf, type Operation } from '../operation.ts';
import type { JsonObject } from './components.ts';

const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  read: 'Read states and lists, by requests and by subscriptions.',
  control: 'Send commands.',
  can_override: 'Take control from another client at once.',
  experimental: 'Use functions that may still change, such as the controls of the simulator.',
  internal: 'Administration: plugins, accounts and their sessions.',
};

/** @param tokenUrl URL of the token request */
export const securitySchemes = (tokenUrl: string): JsonObject => ({
  ApiKeyAuth: {
    type: 'http',
    scheme: 'basic',
    description: 'The API key of a plugin as password, with any user name. Only for the token request.',
  },
  TokenAuth: {
    type: 'oauth2',
    description: 'A token from the token request, sent as `Authorization: Bearer <token>`.',
    flows: {
      clientCredentials: {
        tokenUrl,
        scopes: Object.fromEntries(SCOPES.map((scope) => [scope, SCOPE_TEXTS[scope]])),
      },
    },
  },
  BearerAuth: { type: 'http', scheme: 'bearer', description: 'The same token, for clients that have one already.' },
});

/** The security alternatives of this operation; none where it is open to all. */
export function security({ access }: Operation): readonly JsonObject[] {
  if (access === 'key') return [{ ApiKeyAuth: [] }, {}];
  const grants = grantsOf(access);
  return grants?.flatMap((scopes) => [{ TokenAuth: scopes }, { BearerAuth: scopes }]) ?? [];
}
