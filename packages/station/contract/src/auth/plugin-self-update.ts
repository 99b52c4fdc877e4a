import Type, { type Static } from 'typebox';
import { named, OneOf, Text } from '../schema.ts';
import type { SchemaDifference } from '../versions/schema-versions.ts';

/** Values of `self_status`, which a plugin reports about itself. */
export const SELF_STATUSES = ['', 'None', 'Connected', 'Warning', 'Error'] as const;
export type SelfStatus = (typeof SELF_STATUSES)[number];

/** Accepted values of the deprecated field `state`. */
export const LEGACY_STATES = ['Connected', 'Error'] as const satisfies readonly SelfStatus[];

/** Before `self_status` the same field said the state of a plugin and what it reported; the first three are the station's. */
const STATES = ['Disabled', 'Enabled', 'Active', ...LEGACY_STATES] as const;

/** Fields that came with 1.1. */
export const SELF_STATUS_FIELDS = ['self_status', 'self_status_text'] as const;

const BEFORE_1_1: SchemaDifference = {
  without: SELF_STATUS_FIELDS,
  with: {
    plugin_id: Type.Optional(
      Text('Id of the plugin of this token. Any other is refused.', '7d444840-9dc0-41d1-b245-5ffdce74fad2'),
    ),
    state: Type.Optional(
      OneOf(
        STATES,
        'A client may send `Connected` and `Error`, which the operator sees. The others are set by the station: a client that sends one of them is refused.',
        'Connected',
      ),
    ),
  },
};

export const PluginSelfUpdatableFields = named(
  'PluginSelfUpdatableFields',
  'Self-reported status of a client.',
  {
    plugin_id: Type.Optional(
      Text(
        'Not needed: a token belongs to one plugin. If present, it must be the id of that plugin.',
        '7d444840-9dc0-41d1-b245-5ffdce74fad2',
        { deprecated: true },
      ),
    ),
    state: Type.Optional(Text('`Connected` or `Error`. Use `self_status`.', 'Connected', { deprecated: true })),
    self_status: Type.Optional(
      Text('An empty text, `None`, `Connected`, `Warning` or `Error`. Shown to the operator.', 'Connected'),
    ),
    self_status_text: Type.Optional(Text('Text shown to the operator next to the status.', '2 of 3 cameras shown')),
  },
  { '1.0.0': BEFORE_1_1 },
);
export type PluginSelfUpdatableFields = Static<typeof PluginSelfUpdatableFields>;

/** The form accepted before 1.1: any text as state, so that a wrong one is refused with the code of today. */
export const PluginStateUpdate = Type.Object({
  plugin_id: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
});
