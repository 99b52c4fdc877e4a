import Type, { type Static } from 'typebox';
import { named } from '../schema.ts';

/** Values of `self_status`, which a plugin reports about itself. */
export const SELF_STATUSES = ['', 'None', 'Connected', 'Warning', 'Error'] as const;
export type SelfStatus = (typeof SELF_STATUSES)[number];

/** Accepted values of the deprecated field `state`. */
export const LEGACY_STATES = ['Connected', 'Error'] as const satisfies readonly SelfStatus[];

export const PluginSelfUpdatableFields = named('PluginSelfUpdatableFields', 'What a client says about itself.', {
  plugin_id: Type.Optional(
    Type.String({
      deprecated: true,
      description: 'Not needed: a token belongs to one plugin. If it is there, it must be that one.',
      examples: ['7d444840-9dc0-41d1-b245-5ffdce74fad2'],
    }),
  ),
  state: Type.Optional(
    Type.String({
      deprecated: true,
      description: '`Connected` or `Error`. Use `self_status`.',
      examples: ['Connected'],
    }),
  ),
  self_status: Type.Optional(
    Type.String({
      description: 'An empty text, `None`, `Connected`, `Warning` or `Error`. The operator sees it.',
      examples: ['Connected'],
    }),
  ),
  self_status_text: Type.Optional(
    Type.String({
      description: 'A sentence for the operator, next to the status.',
      examples: ['2 of 3 cameras shown'],
    }),
  ),
});
export type PluginSelfUpdatableFields = Static<typeof PluginSelfUpdatableFields>;
