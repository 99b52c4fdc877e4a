import type { Operation } from '@kitestring/contract/operation.ts';
import { ApiError } from './api-error.ts';
import { ConnectionError } from './connection-error.ts';

const MAX_ATTEMPTS = 4;
const FIRST_DELAY_MS = 200;
/** Longer waits are for the caller to decide on: the error says how long. */
const MAX_DELAY_MS = 30_000;

/**
 * How long to wait before the next attempt; undefined to give up.
 *
 * A command is repeated only where the station has said that it did nothing and when to come again (429, 503 with
 * `Retry-After`): a take-off that was sent twice, or late, would surprise whoever stands beside the Kite.
 */
export function retryDelayMs(op: Operation, error: unknown, attempt: number, random: number): number | undefined {
  if (attempt >= MAX_ATTEMPTS || !mayRepeat(op, error)) return undefined;
  const asked = error instanceof ApiError ? error.retryAfterMs : undefined;
  const backoffMs = FIRST_DELAY_MS * 2 ** (attempt - 1) * (0.75 + random / 2);
  const delayMs = asked ?? backoffMs;
  return delayMs <= MAX_DELAY_MS ? delayMs : undefined;
}

function mayRepeat(op: Operation, error: unknown): boolean {
  // A token request changes nothing that a second one would change again.
  const isRead = op.method === 'GET' || op.access === 'key';
  if (error instanceof ConnectionError) return isRead && (error.code === 'UNREACHABLE' || error.code === 'TIMEOUT');
  if (!(error instanceof ApiError)) return false;
  if (error.code === 'TOO_MANY_WRONG_KEYS') return false;
  if (error.status === 429) return true;
  return error.status === 503 && (isRead || error.retryAfterMs !== undefined);
}
