import Type from 'typebox';
import { TokenErrorReply } from '../error-reply.ts';
import { Nothing, operation } from '../operation.ts';
import { PluginSelfUpdatableFields, PluginStateUpdate, SELF_STATUS_FIELDS } from './plugin-self-update.ts';
import { Session, TokenGrant } from './session.ts';
import { TokenRequest, TokenRequestWithBasic } from './token-request.ts';

const SESSION = {
  id: '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51',
  plugin_id: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
  plugin_name: 'vms',
  scopes: ['read', 'control'],
  name: 'desk 2',
  valid_until: '2026-03-02T09:30:00.250000+00:00',
  created_at: '2026-03-01T09:30:00.250000+00:00',
  access_token: '9gq0dW8c1xVqg3yC7Zr0p5nKjJt2mZ4uE6sLwB1aXf8',
};

export const requestToken = operation({
  id: 'auth.token.request',
  method: 'POST',
  path: '/v1/auth/token/request',
  summary: 'Get a token for an API key',
  description:
    'Send the key as `client_secret` in a JSON or form body, or as the password of HTTP Basic (any user name). Any OAuth 2.0 library can do this (grant `client_credentials`). A token is valid for 24 h and survives a restart of the station. Unknown properties are ignored.',
  access: 'key',
  body: TokenRequest,
  isBodyOptional: true,
  accepts: TokenRequestWithBasic,
  bodyTypes: ['application/json', 'application/x-www-form-urlencoded'],
  unknownProperties: 'ignore',
  replies: { 200: TokenGrant },
  errorReply: TokenErrorReply,
  errors: [
    'UNSUPPORTED_GRANT_TYPE',
    'MISSING_API_KEY',
    'INVALID_API_KEY',
    'SCOPE_NOT_GRANTED',
    'PLUGIN_DISABLED',
    'FOREIGN_PAGE',
    'TOO_MANY_WRONG_KEYS',
    'STATION_BUSY',
  ],
  // The published preview names another token URL than its path: libraries read the one, people the other.
  versions: { '0.5.0': { aliases: ['/v0/authentication/tokens/request'] } },
  examples: [
    {
      summary: 'All scopes of the plugin',
      value: { client_secret: 'kite_4f0c2a61b6d24e0f8f7d1f4a9c5be310', token_name: 'desk 2' },
    },
    {
      summary: 'As sent by an OAuth 2.0 library',
      value: {
        grant_type: 'client_credentials',
        client_id: 'vms',
        client_secret: 'kite_4f0c2a61b6d24e0f8f7d1f4a9c5be310',
        scope: 'read control',
      },
    },
  ],
  replyExample: { ...SESSION, token_type: 'Bearer', expires_in: 86400, scope: 'read control' },
});

export const invalidateToken = operation({
  id: 'auth.token.invalidate',
  method: 'POST',
  path: '/v1/auth/token/invalidate',
  summary: 'Revoke a token',
  description:
    'Ends the session of the token that the request carries: its WebSockets are closed, its control and its place in the queue are passed on. Needs no scope.',
  access: 'any-token',
  replies: { 200: Nothing },
  errors: ['SESSION_NOT_FOUND', 'STORE_UNUSABLE'],
});

export const listTokens = operation({
  id: 'auth.tokens',
  path: '/v1/auth/tokens',
  summary: 'List sessions',
  description: 'All sessions. Only the caller’s own token is shown in full; those of others are masked.',
  access: ['read'],
  replies: { 200: Type.Array(Session) },
  replyExample: [SESSION],
});

export const updatePlugin = operation({
  id: 'auth.plugin.update',
  method: 'POST',
  path: '/v1/auth/plugin/update',
  summary: 'Report the status of the client',
  description:
    'Sets the status and the text that the operator sees next to the client’s name. The length of the text is not limited; up to 160 characters are displayed well. A request that uses the deprecated fields is answered with `Deprecation` and `Sunset`. Every error in the body is answered with 422. Unknown properties are ignored.',
  access: ['control'],
  body: PluginSelfUpdatableFields,
  malformedBody: 'MALFORMED_PLUGIN_UPDATE',
  unknownProperties: 'ignore',
  errors: ['PLUGIN_NOT_FOUND', 'INVALID_SELF_STATUS'],
  examples: [{ summary: 'All is well', value: { self_status: 'Connected', self_status_text: '2 of 3 cameras shown' } }],
  deprecation: { fields: ['plugin_id', 'state'], since: '2025-01-01T00:00:00Z', sunset: '2028-01-01T00:00:00Z' },
  versions: {
    '1.0.0': {
      description:
        'Sets the state that the operator sees next to the client’s name. Every error in the body is answered with 422. Unknown properties are ignored.',
      examples: [
        { summary: 'All is well', value: { plugin_id: SESSION.plugin_id, state: 'Connected' } },
        { summary: 'Something is wrong', value: { state: 'Error' } },
      ],
      accepts: PluginStateUpdate,
      deprecation: undefined,
      ignores: SELF_STATUS_FIELDS,
    },
  },
});
