import { grantsOf, type Operation } from '@kitestring/contract/operation.ts';
import { THROUGH_HUB } from '@kitestring/hubcontract/fleet/through-hub.ts';
import type { Exchange } from '@kitestring/server/http/exchange.ts';
import type { Caller } from '@kitestring/station/caller.ts';
import { type Refusal, refusal } from '@kitestring/station/refusal.ts';
import { hubCaller } from '../people/hub-caller.ts';
import { refusalByRole } from '../people/role-check.ts';

/** Why this caller may not call this operation: by the roles, and for a token of one station by its scopes too. */
export function refusalAtStation(operation: Operation, exchange: Exchange, caller: Caller): Refusal | undefined {
  const { onlyAt } = hubCaller(caller);
  if (onlyAt === undefined) return refusalByRole(operation, exchange, caller);
  const isThere = operation.id.startsWith(THROUGH_HUB) && exchange.params.sid === onlyAt;
  if (!isThere) return refusal('INSUFFICIENT_SCOPE.elsewhere', { station: onlyAt });
  const refused = refusalByRole(operation, exchange, caller);
  if (refused !== undefined) return refused;
  // The roles may have become others since the token was given; it never allows more than it did then.
  const scopes = (exchange.caller ?? caller).scopes.filter((scope) => caller.scopes.includes(scope));
  exchange.caller = { ...(exchange.caller ?? caller), scopes };
  const grants = grantsOf(operation.access) ?? [];
  if (grants.some((needed) => needed.every((scope) => scopes.includes(scope)))) return undefined;
  const needed = grants.map((one) => one.join(' and ')).join(' or ');
  return refusal('INSUFFICIENT_SCOPE.operation', { needed, held: scopes.join(', ') || 'none' });
}
