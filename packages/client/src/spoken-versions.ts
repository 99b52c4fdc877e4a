import type { Operation } from '@kitestring/station-contract/operation.ts';
import { methodOf, type RequestInput } from './request.ts';

/** Versions of the API that this client speaks. */
export const SPOKEN_VERSIONS = ['1.0.0', '1.1.2'] as const;

/** The parts of a request that not every version has: the operation, or fields that an older station ignores. */
export function newerParts(op: Operation, { body }: RequestInput): readonly string[] {
  const difference = op.versions?.['1.0.0'];
  if (difference === 'absent') return [`${methodOf(op)} ${op.path}`];
  const given = (body ?? {}) as Readonly<Record<string, unknown>>;
  return (difference?.ignores ?? []).filter((name) => given[name] !== undefined);
}
