import Type, { type Static } from 'typebox';

export const SCOPES = ['read', 'control', 'can_override', 'experimental', 'internal'] as const;

export const Scope = Type.Enum(SCOPES, {
  $id: 'Scope',
  description:
    'What a token allows: `read` states and lists, `control` commands, `can_override` taking control from another client, `experimental` what may still change (the simulator controls), `internal` what belongs to the operator’s own seat (plugin administration).',
});
export type Scope = Static<typeof Scope>;

export const isScope = (value: string): value is Scope => (SCOPES as readonly string[]).includes(value);
