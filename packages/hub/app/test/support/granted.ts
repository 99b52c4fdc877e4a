import assert from 'node:assert/strict';
import type { Result } from '@kitestring/station-contract/refusal.ts';

/** The value of what was not refused. */
export function granted<T>(result: Result<T>): T {
  assert.ok(result.ok, result.ok ? '' : result.refusal.message);
  return result.value;
}
