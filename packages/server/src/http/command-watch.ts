import { ERRORS } from '@kitestring/contract/errors.ts';
import { grantsOf, type Operation } from '@kitestring/contract/operation.ts';
import type { Caller } from '@kitestring/station/caller.ts';
import type { Refusal } from '@kitestring/station/refusal.ts';

/** A command that was answered. */
export interface AnsweredCommand {
  readonly operation: Operation;
  /** Null when the request carried no token that is known. */
  readonly caller: Caller | null;
  /** Checked against its schema; undefined when there was none, or when it was no valid input. */
  readonly body: unknown;
  readonly status: number;
  /** Why it was refused. */
  readonly code?: string;
  readonly message?: string;
}

/** Told of each command, after it was decided and before anybody reads the answer. */
export type CommandWatch = (command: AnsweredCommand) => void;

/** Whether an operation makes the system do something: what a later reader wants to know of. */
export const isCommand = ({ access, method }: Operation): boolean =>
  method !== 'GET' && (grantsOf(access) ?? []).some((scopes) => scopes.includes('control'));

/** A command that was refused. @param body what was asked for, where it was valid input */
export function refusedCommand(
  operation: Operation,
  caller: Caller | null,
  { code, message }: Refusal,
  body?: unknown,
): AnsweredCommand {
  return { operation, caller, body, status: ERRORS[code].status, code, message };
}
