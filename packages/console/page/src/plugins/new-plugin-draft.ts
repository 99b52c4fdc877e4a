import type { NewPlugin } from '@kitestring/station-contract/admin/plugin.ts';
import { SCOPES, type Scope } from '@kitestring/station-contract/auth/scope.ts';

/** Input for a new plugin. */
export interface NewPluginDraft {
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/** The usual minimum. */
export const NEW_DRAFT: NewPluginDraft = { name: '', scopes: ['read'] };

export type DraftFault = 'nameMissing' | 'scopeMissing';

/** Missing input; the station validates the rest. */
export const draftFault = ({ name, scopes }: NewPluginDraft): DraftFault | undefined => {
  if (name.trim() === '') return 'nameMissing';
  return scopes.length === 0 ? 'scopeMissing' : undefined;
};

/** With or without the scope; always in the order of the contract. */
export const withScope = (draft: NewPluginDraft, scope: Scope, isWanted: boolean): NewPluginDraft => ({
  ...draft,
  scopes: SCOPES.filter((known) => (known === scope ? isWanted : draft.scopes.includes(known))),
});

export const newPlugin = ({ name, scopes }: NewPluginDraft): NewPlugin => ({
  name: name.trim(),
  scopes: [...scopes],
});
