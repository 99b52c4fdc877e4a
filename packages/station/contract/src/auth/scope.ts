import Type, { type Static } from 'typebox';

export const SCOPES = ['read', 'control', 'can_override', 'experimental', 'internal'] as const;

export const Scope = Type.Enum(SCOPES, {
  $id: 'Scope',
  description:
    'Permissions of a token: `read` states and lists, `control` commands, `can_override` taking control from another client, `experimental` functions that may still change (the simulator controls), `internal` administration (plugins, accounts).',
});
export type Scope = Static<typeof Scope>;

export const isScope = (value: string): value is Scope => (SCOPES as readonly string[]).includes(value);
