import Type, { type Static } from 'typebox';
import { Scope } from '../auth/scope.ts';
import { named, OneOf, Quantity, Text, Timestamp, Whole, YesNo } from '../schema.ts';

/** `Enabled` has no session, `Active` has one; the last three are reported by the plugin while it has one. */
const PLUGIN_STATES = ['Disabled', 'Enabled', 'Active', 'Connected', 'Warning', 'Error'] as const;
export type PluginState = (typeof PLUGIN_STATES)[number];

const PluginScopes = Type.Array(Scope, {
  minItems: 1,
  maxItems: 20,
  description: 'Scopes that tokens of the plugin may have.',
  examples: [['read', 'control']],
});

const PluginName = Text('Display name: 1 to 100 characters, unique among the plugins.', 'vms');

export const Plugin = named('Plugin', 'A registered client of the API, as its operator sees it.', {
  id: Text('Id of the plugin.', '7d444840-9dc0-41d1-b245-5ffdce74fad2'),
  name: PluginName,
  scopes: PluginScopes,
  enabled: YesNo('Whether it may request tokens.', true),
  state: OneOf(
    PLUGIN_STATES,
    '`Disabled`; `Enabled` without a session; `Active` with one; `Connected`, `Warning` and `Error` are reported by the plugin while it has one.',
    'Connected',
  ),
  self_status_text: Text('Text of the plugin next to its status; empty when none.', '2 of 3 cameras shown'),
  sessions: Whole('Number of valid tokens.', 1, { minimum: 0 }),
  created_at: Timestamp('When it was added.'),
  last_used_at: Type.Optional(
    Timestamp(
      'When a token was last requested with its key, or last used for a request. Absent if never. After a crash of the station it may be the time of the last token request.',
    ),
  ),
  previous_key_valid_until: Type.Optional(
    Timestamp('End of validity of the key before the last rotation; absent if there is none.'),
  ),
  is_own: YesNo('Whether it is the plugin of the caller.', false),
});
export type Plugin = Static<typeof Plugin>;

export const PluginList = named('PluginList', 'All plugins, the oldest first.', {
  plugins: Type.Array(Plugin, { description: 'Each with its state' }),
});
export type PluginList = Static<typeof PluginList>;

export const NewPlugin = named('NewPlugin', 'A plugin to add.', { name: PluginName, scopes: PluginScopes });
export type NewPlugin = Static<typeof NewPlugin>;

/** More than the clients of any site; each costs memory and a row of every list. */
export const PLUGINS_MAX = 200;

/** Longest validity of a rotated key, seconds: thirty days. */
const KEY_GRACE_MAX_S = 30 * 86_400;

export const KeyRotation = Type.Object(
  {
    grace_s: Type.Optional(
      Quantity(
        'Time for which the old key stays valid, s. By default the setting `tokens.rotated_key_grace_s`.',
        3600,
        { minimum: 0, maximum: KEY_GRACE_MAX_S },
      ),
    ),
  },
  { $id: 'KeyRotation', description: 'A change of the key.' },
);
export type KeyRotation = Static<typeof KeyRotation>;

export const IssuedKey = named(
  'IssuedKey',
  'A new API key. It is returned only in this response; the station keeps its hash.',
  {
    plugin: Plugin,
    key: Text('The key.', 'kite_4f0c2a61b6d24e0f8f7d1f4a9c5be310'),
  },
);
export type IssuedKey = Static<typeof IssuedKey>;
