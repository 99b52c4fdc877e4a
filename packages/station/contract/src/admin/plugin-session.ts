import Type, { type Static } from 'typebox';
import { named, Text, Timestamp, YesNo } from '../schema.ts';

export const PluginSession = named('PluginSession', 'A valid token, with the token itself masked.', {
  id: Text('Id of the session.', '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51'),
  plugin_id: Text('Plugin it belongs to.', '7d444840-9dc0-41d1-b245-5ffdce74fad2'),
  plugin_name: Text('Name of that plugin.', 'vms'),
  name: Type.Optional(Text('Name given as `token_name`.', 'desk 2')),
  scopes: Type.Array(Type.String(), {
    description: 'Scopes of the token (see `Scope`).',
    examples: [['read', 'control']],
  }),
  masked_token: Text('The beginning of the token, enough to recognise it.', '9gq0dW**********'),
  created_at: Timestamp('When the token was issued.'),
  valid_until: Timestamp('When it expires.'),
  last_used_at: Type.Optional(
    Timestamp('When it was last used for a request; absent if not used since the last start.'),
  ),
  is_own: YesNo('Whether it is the session of the caller.', false),
});
export type PluginSession = Static<typeof PluginSession>;

export const PluginSessionList = named('PluginSessionList', 'All sessions of all plugins, the oldest first.', {
  sessions: Type.Array(PluginSession, { description: 'Each with its plugin' }),
});
export type PluginSessionList = Static<typeof PluginSessionList>;
