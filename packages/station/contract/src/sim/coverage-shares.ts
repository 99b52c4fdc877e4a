import type { CoverageKind } from './coverage-findings.ts';
import type { Coverage } from './journal.ts';

/** How much of one kind was met. */
interface CoverageShare {
  readonly kind: CoverageKind | 'operations';
  readonly met: number;
  readonly total: number;
  /** Names of those that were never met. */
  readonly never: readonly string[];
}

/** The operations, and each other kind, in the order of reports. */
export function coverageShares({ operations, parts }: Coverage): readonly CoverageShare[] {
  const never = operations.filter(({ requests }) => requests === 0).map(({ operation }) => operation);
  const met = operations.length - never.length;
  const others = parts.map(({ kind, met: some, ...part }) => ({ ...part, kind, met: some.length }));
  return [{ kind: 'operations', met, total: operations.length, never }, ...others];
}
