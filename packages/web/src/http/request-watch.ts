import { shownAddress } from '@kitestring/base/client-address.ts';
import type { AnsweredRequest, RequestWatch } from '@kitestring/station-contract/answered-request.ts';
import { ERRORS } from '@kitestring/station-contract/errors.ts';
import { grantsOf, type Operation } from '@kitestring/station-contract/operation.ts';
import type { Refusal } from '@kitestring/station-contract/refusal.ts';
import type { Exchange } from './exchange.ts';

/** Returns the observer of an operation; undefined without one. */
export type WatchOf = (operation: Operation) => RequestWatch | undefined;

/** Whether an operation is a command, which is recorded in audit log and flight log. */
export const isCommand = ({ access, method }: Operation): boolean =>
  method !== 'GET' && (grantsOf(access) ?? []).some((scopes) => scopes.includes('control'));

/** A completed request. */
export function doneRequest(operation: Operation, exchange: Exchange, status: number, body: unknown) {
  return { ...requestFacts(operation, exchange, body), status };
}

/** A refused request. @param body where it was valid */
export function refusedRequest(
  operation: Operation,
  exchange: Exchange,
  { code, message }: Refusal,
  body?: unknown,
): AnsweredRequest {
  return { ...requestFacts(operation, exchange, body), status: ERRORS[code].status, code, message };
}

function requestFacts(operation: Operation, { caller, clientAddress, params, target }: Exchange, body: unknown) {
  const address = clientAddress === undefined ? undefined : shownAddress(clientAddress);
  return { operation, caller, address, params, target, body };
}
