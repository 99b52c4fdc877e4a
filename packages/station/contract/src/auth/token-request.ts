import Type, { type Static } from 'typebox';
import { named, Text } from '../schema.ts';

const properties = {
  grant_type: Type.Optional(Text('`client_credentials`, the only supported grant.', 'client_credentials')),
  client_id: Type.Optional(Text('Any text; the plugin is identified by its key alone.', 'vms')),
  scope: Type.Optional(
    Text('Requested scopes, separated by spaces. All scopes of the plugin when absent.', 'read control'),
  ),
  token_name: Type.Optional(Text('Name of the session, shown to others in lists.', 'desk 2')),
};
const ApiKey = Text('The plugin’s API key.', 'kite_4f0c2a61b6d24e0f8f7d1f4a9c5be310');

export const TokenRequest = named('TokenRequest', 'A token request with an API key (OAuth 2.0 client credentials).', {
  ...properties,
  client_secret: ApiKey,
});
export type TokenRequest = Static<typeof TokenRequest>;

/** The accepted form: as published, but the body may omit a key that was sent as HTTP Basic password. */
export const TokenRequestWithBasic = Type.Object({ ...properties, client_secret: Type.Optional(ApiKey) });
export type TokenRequestWithBasic = Static<typeof TokenRequestWithBasic>;
