import { type ErrorCause, type ErrorCode, type ErrorValues, errorCode, errorMessage } from './errors.ts';

/** One invalid field. `path` is a JSON pointer into the body (`/pan`), or `params/...`, `query/...`. */
export interface RefusalDetail {
  readonly path: string;
  readonly message: string;
}

/** Refusal of a command: a value, never thrown. `message` names the field, the limit and the received value. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: readonly RefusalDetail[];
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

export const accepted: Result<void> = { ok: true, value: undefined };
export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

/** The values of a message; left out where it needs none. */
type ValuesArgument<Cause extends ErrorCause> = keyof ErrorValues<Cause> extends never
  ? []
  : [values: ErrorValues<Cause>];

/** A refusal for this cause, its message made of these values. */
export const refusal = <Cause extends ErrorCause>(cause: Cause, ...[values]: ValuesArgument<Cause>): Refusal => ({
  code: errorCode(cause),
  message: errorMessage(cause, values ?? ({} as ErrorValues<Cause>)),
});

export const refuse = <Cause extends ErrorCause>(cause: Cause, ...values: ValuesArgument<Cause>): Result<never> => ({
  ok: false,
  refusal: refusal(cause, ...values),
});
