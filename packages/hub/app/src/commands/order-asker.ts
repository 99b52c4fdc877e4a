import { HUB_SCOPES, type HubCommand, type HubScope } from '@kitestring/hub-contract/command.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { auditedName, callerText, hubCaller, person } from '../people/hub-caller.ts';
import type { Names } from '../people/persons.ts';

export const isHubScope = (scope: string): scope is HubScope => (HUB_SCOPES as readonly string[]).includes(scope);

export type Asker = Pick<HubCommand, 'person' | 'scopes' | 'via'>;

/** The caller of a request, as named in an order to the station. */
export const orderAsker = (caller: Caller): Asker => ({
  person: person(hubCaller(caller)),
  scopes: caller.scopes.filter(isHubScope),
  via: callerText(hubCaller(caller)),
});

/** Like `askerOf`, for storage: a person by id only, because the name is stored in one place. */
export const storedAsker = (caller: Caller): Asker => orderAsker({ ...caller, callerName: auditedName(caller) });

/** A stored asker with the current name of the person. */
export const namedAsker = ({ person, ...asker }: Asker, names: Names): Asker => ({
  ...asker,
  person: { ...person, name: names.get(person.id) ?? person.name },
});
