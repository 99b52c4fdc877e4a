import { ERROR_CODES } from '@kitestring/station-contract/error-codes.ts';
import type { ErrorReply } from '@kitestring/station-contract/error-reply.ts';
import type { ErrorCode } from '@kitestring/station-contract/errors.ts';

type ErrorDetails = NonNullable<ErrorReply['details']>;

/** The station refused the request. `code` is stable; `message` is for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** One of the contract's codes; `HTTP_<status>` when the answer came from a proxy and not from the station. */
  readonly code: ErrorCode | `HTTP_${number}`;
  /** Every invalid field; empty when the error concerns no field. */
  readonly details: ErrorDetails;
  /** Time after which to retry, as requested by the station, milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, reply: Partial<ErrorReply>, retryAfterMs?: number) {
    super(reply.message ?? `the answer was HTTP ${status} without a reason`);
    this.status = status;
    this.code = isErrorCode(reply.code) ? reply.code : `HTTP_${status}`;
    this.details = reply.details ?? [];
    this.retryAfterMs = retryAfterMs;
  }
}

const isErrorCode = (code: string | undefined): code is ErrorCode => ERROR_CODES.includes(code as ErrorCode);

/** Reads an error answer; a body in another format (a proxy's page) leaves only the status. */
export function apiError(status: number, body: string, retryAfter: string | null): ApiError {
  return new ApiError(status, errorReply(body), retryAfterMs(retryAfter));
}

function errorReply(body: string): Partial<ErrorReply> {
  try {
    const reply: unknown = JSON.parse(body);
    if (typeof reply === 'string') return { message: reply };
    return typeof reply === 'object' && reply !== null ? texts(reply) : {};
  } catch {
    return {};
  }
}

function texts({ code, message, details }: { code?: unknown; message?: unknown; details?: unknown }) {
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof message === 'string' && { message }),
    ...(Array.isArray(details) && { details: details as ErrorDetails }),
  };
}

/** The header in seconds. Its other form, a date, is in station time and cannot be compared with local time. */
function retryAfterMs(header: string | null): number | undefined {
  const seconds = header === null || header.trim() === '' ? Number.NaN : Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
