import type { Caller } from '@kitestring/contract/auth/caller.ts';
import { HUB_SCOPES, type HubCommand, type HubScope } from '@kitestring/hubcontract/command.ts';
import { auditedName, hubCaller, personOf, viaOf } from '../people/hub-caller.ts';
import type { Names } from '../people/persons.ts';

export const isHubScope = (scope: string): scope is HubScope => (HUB_SCOPES as readonly string[]).includes(scope);

export type Asker = Pick<HubCommand, 'person' | 'scopes' | 'via'>;

/** The caller of a request to a station, as an order to it says. */
export const askerOf = (caller: Caller): Asker => ({
  person: personOf(hubCaller(caller)),
  scopes: caller.scopes.filter(isHubScope),
  via: viaOf(hubCaller(caller)),
});

/** As `askerOf`, to be kept: a person by id, whose name is in one place only. */
export const keptAskerOf = (caller: Caller): Asker => askerOf({ ...caller, pluginName: auditedName(caller) });

/** A kept asker with the name that the person has now. */
export const namedAsker = ({ person, ...asker }: Asker, names: Names): Asker => ({
  ...asker,
  person: { ...person, name: names.get(person.id) ?? person.name },
});
