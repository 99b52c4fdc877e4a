import type { FleetRole } from '@kitestring/hub-contract/fleet/role.ts';
import type { FleetSession } from '@kitestring/hub-contract/fleet/session.ts';
import type { Person } from '@kitestring/hub-contract/person.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';
import type { CallerInput } from '@kitestring/web/http';
import type { ApiKeys, HubApiKey } from '../registry/api-keys.ts';
import type { HubAction } from '../registry/audit.ts';
import type { SignedInPerson } from './hub-session-store.ts';
import { type Right, type Rights, scopes } from './rights.ts';

/** The sign-in behind a request with a cookie. Times: Unix milliseconds. */
interface SignedIn {
  /** Key of the record. */
  readonly recordKey: string;
  readonly openedMs: number;
}

/** A caller of the hub: an API key or a person, by a token or by the cookie of a sign-in. */
export interface HubCaller extends Caller {
  readonly kind: FleetSession['kind'];
  /** After the access check of a request to a station: the rights for this station, with their scopes in `scopes`. */
  readonly rights: readonly Right[];
  /** The current rights, which may change while a WebSocket is open. */
  readonly rightsNow: () => readonly Right[];
  /** Undefined for a request with a key. */
  readonly signedIn?: SignedIn;
  /** The caller may only use the API of this station. */
  readonly onlyAt?: string;
}

/** Every caller of the hub's routes is made here. */
export const hubCaller = (caller: Caller): HubCaller => caller as HubCaller;

/** Rights of an administrator who signed in by a link. */
const OF_LINKS: readonly Right[] = [{ role: 'admin', group: undefined }];
/** An administrator who signed in by a link, in the audit log. */
const LINK = { id: 'admin-link', name: 'admin-link' };

/** A caller without a sign-in is its own session. */
function callerOf(
  kind: HubCaller['kind'],
  { id, name }: { readonly id: string; readonly name: string },
  rightsNow: () => readonly Right[],
): HubCaller {
  const rights = rightsNow();
  return { kind, sessionId: id, callerId: id, callerName: name, scopes: scopes(rights), rights, rightsNow };
}

export const callerOfLink = (): HubCaller => callerOf('link', LINK, () => OF_LINKS);

/** A person signed in by the provider, or a program with an access token of it. */
export const callerOfPerson = (
  person: Pick<SignedInPerson, 'id' | 'name'>,
  all: Rights,
  claimsNow: () => readonly string[],
): HubCaller => callerOf('person', person, () => all.ofClaims(claimsNow()));

/** An API key of the hub; a removed one has no rights. */
export const callerOfKey = (key: HubApiKey, all: Rights, keys: Pick<ApiKeys, 'get'>): HubCaller =>
  callerOf('key', key, () => (keys.get(key.id) === undefined ? [] : all.ofKey(key)));

/** The caller in the audit log and in the table of commands: a person by id only, because the name is stored in one place. */
export const auditedName = (caller: Caller): string =>
  hubCaller(caller).kind === 'person' ? caller.callerId : caller.callerName;

type Call = Pick<CallerInput, 'caller' | 'exchange'>;

/** The caller of a request, for an entry of the audit log. */
export const actor = ({ caller, exchange }: Call) => ({
  who: auditedName(caller),
  key: keyId(caller),
  address: exchange.clientAddress,
});

/** Audit entry for a request that was executed. @param detail the change */
export const hubAction = (call: Call, { id: what }: Operation, detail?: string, station?: string): HubAction => ({
  ...actor(call),
  what,
  station,
  outcome: detail === undefined ? 'done' : `done ${detail}`,
});

/** Names of API keys need not be unique. */
export const keyId = (caller: Caller): string | undefined =>
  hubCaller(caller).kind === 'key' ? caller.callerId : undefined;

/** How a caller signed in to the hub, as sent to the station. */
export const callerText = ({ kind, callerName, signedIn }: HubCaller): string =>
  signedIn === undefined ? `${kind === 'key' ? 'API key' : 'token of'} ${callerName}`.slice(0, 100) : 'page of the hub';

/** The role that counts for a station when there are several. */
const STRONGEST_FIRST: readonly FleetRole[] = ['supervisor', 'pilot', 'operator', 'viewer', 'admin', 'auditor'];

/** The caller of a request to a station, as sent to the station. */
export function person({ callerId: id, callerName: name, rights, sessionId }: HubCaller): Person {
  const role = STRONGEST_FIRST.find((one) => rights.some((right) => right.role === one)) ?? 'none';
  return { id, name, role, ...(sessionId !== id && { session: sessionId }) };
}
