import type { Operation } from '@kitestring/station-contract/operation.ts';
import { ApiError } from './api-error.ts';
import { ConnectionError } from './connection-error.ts';
import { methodOf } from './request.ts';

/** Attempts of one operation, the first included. */
export const MAX_ATTEMPTS = 4;
const FIRST_DELAY_MS = 200;
/** Longer waits are left to the caller: the error carries the time. */
const MAX_DELAY_MS = 30_000;

/**
 * Returns how long to wait before the next attempt; undefined to give up.
 *
 * A command is repeated only if the station stated that it did nothing and when to retry (429, 503 with `Retry-After`):
 * a take-off sent twice, or late, would endanger people near the Kite.
 */
export function retryDelayMs(op: Operation, error: unknown, attempt: number, random: number): number | undefined {
  if (!mayRepeat(op, error)) return undefined;
  const asked = error instanceof ApiError ? error.retryAfterMs : undefined;
  const backoffMs = FIRST_DELAY_MS * 2 ** (attempt - 1) * (0.75 + random / 2);
  const delayMs = asked ?? backoffMs;
  return delayMs <= MAX_DELAY_MS ? delayMs : undefined;
}

function mayRepeat(op: Operation, error: unknown): boolean {
  // A token request can be repeated without side effects.
  const isRead = methodOf(op) === 'GET' || op.access === 'key';
  if (error instanceof ConnectionError) return isRead && (error.code === 'UNREACHABLE' || error.code === 'TIMEOUT');
  if (!(error instanceof ApiError)) return false;
  if (error.code === 'TOO_MANY_WRONG_KEYS') return false;
  if (error.status === 429) return true;
  return error.status === 503 && (isRead || error.retryAfterMs !== undefined);
}
