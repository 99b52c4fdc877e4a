import type { ErrorCode } from '@kitestring/contract/errors.ts';

/** One field that is wrong. `path` is a JSON pointer into the body (`/pan`), or `params/...`, `query/...`. */
export interface RefusalDetail {
  readonly path: string;
  readonly message: string;
}

/** The station says no: a value, never thrown. `message` names the field, the limit and the value got. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: readonly RefusalDetail[];
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

export const accepted: Result<void> = { ok: true, value: undefined };
export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const refuse = (code: ErrorCode, message: string): Result<never> => ({ ok: false, refusal: { code, message } });
