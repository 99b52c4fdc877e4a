import type { ErrorReply } from '@kitestring/contract/error-reply.ts';
import { ERRORS, type ErrorCode } from '@kitestring/contract/errors.ts';

type ErrorDetails = NonNullable<ErrorReply['details']>;

/** The station answered, and the answer is no. `code` is stable; `message` is for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** One of the contract's codes; `HTTP_<status>` when something between here and the station answered. */
  readonly code: ErrorCode | `HTTP_${number}`;
  /** Every field that is wrong; empty when the error is about no field. */
  readonly details: ErrorDetails;
  /** Time after which to retry, as the station asks, milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, reply: Partial<ErrorReply>, retryAfterMs?: number) {
    super(reply.message ?? `the answer was HTTP ${status} without a reason`);
    this.status = status;
    this.code = isErrorCode(reply.code) ? reply.code : `HTTP_${status}`;
    this.details = reply.details ?? [];
    this.retryAfterMs = retryAfterMs;
  }
}

const isErrorCode = (code: string | undefined): code is ErrorCode => code !== undefined && Object.hasOwn(ERRORS, code);

/** Reads an error answer; a body that is not ours (a proxy's page) leaves only the status. */
export function apiErrorOf(status: number, body: string, retryAfter: string | null): ApiError {
  return new ApiError(status, errorReplyOf(body), retryAfterMs(retryAfter));
}

function errorReplyOf(body: string): Partial<ErrorReply> {
  try {
    const reply: unknown = JSON.parse(body);
    if (typeof reply === 'string') return { message: reply };
    return typeof reply === 'object' && reply !== null ? textsOf(reply) : {};
  } catch {
    return {};
  }
}

function textsOf({ code, message, details }: { code?: unknown; message?: unknown; details?: unknown }) {
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof message === 'string' && { message }),
    ...(Array.isArray(details) && { details: details as ErrorDetails }),
  };
}

/** The header in seconds; its other form, a date, is in station time here and so cannot be compared with ours. */
function retryAfterMs(header: string | null): number | undefined {
  const seconds = header === null || header.trim() === '' ? Number.NaN : Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
