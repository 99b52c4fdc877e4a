import Type, { type Static } from 'typebox';
import { named, Text, Timestamp, Whole } from '../schema.ts';

const properties = {
  id: Text('Id of the session.', '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51'),
  plugin_id: Text('Plugin it belongs to.', '7d444840-9dc0-41d1-b245-5ffdce74fad2'),
  plugin_name: Type.Optional(Text('Name of that plugin.', 'vms')),
  scopes: Type.Array(Type.String(), {
    description: 'Scopes of the token (see `Scope`).',
    examples: [['read', 'control']],
  }),
  name: Type.Optional(Text('Name given as `token_name`.', 'desk 2')),
  valid_until: Type.Optional(Timestamp('When the token expires.')),
  created_at: Timestamp('When the token was issued.'),
  access_token: Text(
    'The token. In lists it is shown in full for the caller’s own session and masked for all others.',
    '9gq0dW8c1xVqg3yC7Zr0p5nKjJt2mZ4uE6sLwB1aXf8',
  ),
};

export const Session = named('Session', 'An issued token and its scopes.', properties);
export type Session = Static<typeof Session>;

export const TokenGrant = named('TokenGrant', 'A new session, with the fields that OAuth 2.0 libraries read.', {
  ...properties,
  token_type: Type.Optional(Text('Type of the token: send it as `Authorization: Bearer <token>`.', 'Bearer')),
  expires_in: Type.Optional(Whole('Seconds until the token expires.', 86400, { minimum: 0 })),
  scope: Type.Optional(Text('The same as `scopes`, separated by spaces.', 'read control')),
});
export type TokenGrant = Static<typeof TokenGrant>;
