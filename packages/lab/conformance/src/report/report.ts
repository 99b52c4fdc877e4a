import type { ContractCheck, Level } from '../check.ts';
import type { Failure } from '../expectations.ts';

const OUTCOMES = ['passed', 'failed', 'skipped'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Result of one check. */
export interface CheckResult extends Pick<ContractCheck, 'id' | 'sentence' | 'source' | 'level'> {
  readonly outcome: Outcome;
  /** Number of evaluated assertions. */
  readonly assertions: number;
  readonly failures: readonly Failure[];
  /** Why it was skipped. */
  readonly reason?: string;
  readonly tookMs: number;
}

/** A whole run. */
export interface ConformReport {
  /** Version of the format of this report. */
  readonly format: 1;
  readonly url: string;
  /** Version used for the checks. */
  readonly version: string;
  /** Version that the station reports. */
  readonly reportedVersion: string;
  readonly level: Level;
  readonly startedAt: string;
  readonly tookMs: number;
  readonly results: readonly CheckResult[];
}

interface Totals extends Readonly<Record<Outcome, number>> {
  readonly checks: number;
  readonly assertions: number;
}

export function totals(results: readonly CheckResult[]): Totals {
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
  return {
    checks: results.length,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    assertions: results.reduce((sum, { assertions }) => sum + assertions, 0),
  };
}
