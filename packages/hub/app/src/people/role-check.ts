import { FLEET_BASE } from '@kitestring/hub-contract/fleet/operations.ts';
import { FLEET_ROLES } from '@kitestring/hub-contract/fleet/role.ts';
import { roleMay } from '@kitestring/hub-contract/role-rights.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';
import { type Refusal, refusal } from '@kitestring/station-contract/refusal.ts';
import type { Exchange } from '@kitestring/web/http';
import { type HubCaller, hubCaller } from './hub-caller.ts';
import { isAt, type Right, scopes } from './rights.ts';

/**
 * Why this caller must not call this operation; undefined when it is allowed. For a request to a station only the roles
 * for this station count, and the caller is reduced to them. Without any role the station does not exist for the
 * caller.
 */
export function refusalByRole(operation: Operation, exchange: Exchange, caller: Caller): Refusal | undefined {
  const { sid } = exchange.params;
  const { callerName: name, rights: all } = hubCaller(caller);
  const rights = sid === undefined ? all : all.filter((right) => isAt(right, sid));
  if (sid !== undefined && rights.length === 0)
    return refusal('NOT_FOUND.nothingThere', { path: `${FLEET_BASE}/stations/${sid}` });
  if (operation.access !== 'any-token' && !rights.some(({ role }) => roleMay(role, operation))) {
    const needed = FLEET_ROLES.filter((role) => roleMay(role, operation)).join(' or ');
    const held = [...new Set(rights.map(({ role }) => role))].join(', ') || 'none';
    return refusal('INSUFFICIENT_SCOPE.hub', { needed, held, name });
  }
  if (sid !== undefined) exchange.caller = { ...hubCaller(caller), rights, scopes: scopes(rights) } as HubCaller;
  return undefined;
}

/** Whether an operation over many stations may include this one for the caller. */
export function visibleTo(operation: Operation, rights: readonly Right[]): (sid: string) => boolean {
  const fitting = rights.filter(({ role }) => roleMay(role, operation));
  if (fitting.some(({ group }) => group === undefined)) return () => true;
  return (sid) => fitting.some((right) => isAt(right, sid));
}

/** Stations that an operation may include for the caller; undefined: all of them. */
export function visibleSids(operation: Operation, rights: readonly Right[]): readonly string[] | undefined {
  const fitting = rights.filter(({ role }) => roleMay(role, operation));
  if (fitting.some(({ group }) => group === undefined)) return undefined;
  return [...new Set(fitting.flatMap(({ group }) => [...(group?.sids ?? [])]))];
}
