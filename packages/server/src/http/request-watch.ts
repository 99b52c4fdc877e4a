import { ERRORS } from '@kitestring/contract/errors.ts';
import { grantsOf, type Operation } from '@kitestring/contract/operation.ts';
import { shownAddress } from '@kitestring/media/rtsp/client-address.ts';
import type { Caller } from '@kitestring/station/caller.ts';
import type { Refusal } from '@kitestring/station/refusal.ts';
import type { FastifyRequest } from 'fastify';

/** A request that was answered. */
export interface AnsweredRequest {
  readonly operation: Operation;
  /** Null when the request carried no token that is known. */
  readonly caller: Caller | null;
  /** Where it came from. */
  readonly address: string | undefined;
  /** Parameters of its path. */
  readonly params: unknown;
  /** Checked against its schema; undefined when there was none, or when it was no valid input. */
  readonly body: unknown;
  readonly status: number;
  /** Why it was refused. */
  readonly code?: string;
  readonly message?: string;
}

/** Told of each request of an operation, after it was decided and before anybody reads the answer. */
export type RequestWatch = (answered: AnsweredRequest) => void;

/** Who wants to be told of an operation; undefined where nobody does. */
export type WatchOf = (operation: Operation) => RequestWatch | undefined;

/** Whether an operation makes the system do something: what a later reader wants to know of. */
export const isCommand = ({ access, method }: Operation): boolean =>
  method !== 'GET' && (grantsOf(access) ?? []).some((scopes) => scopes.includes('control'));

/** A request that was carried out. */
export function doneRequest(operation: Operation, request: FastifyRequest, status: number, body: unknown) {
  return { ...askedOf(operation, request, body), status };
}

/** A request that was refused. @param body what was asked for, where it was valid input */
export function refusedRequest(
  operation: Operation,
  request: FastifyRequest,
  { code, message }: Refusal,
  body?: unknown,
): AnsweredRequest {
  return { ...askedOf(operation, request, body), status: ERRORS[code].status, code, message };
}

function askedOf(operation: Operation, { caller, clientAddress, params }: FastifyRequest, body: unknown) {
  const address = clientAddress === undefined ? undefined : shownAddress(clientAddress);
  return { operation, caller, address, params, body };
}
