import type { CheckResult, ConformReport } from './report.ts';

/** Differences between a report and an earlier one. */
export interface Changes {
  /** Failing now; passed or skipped before. */
  readonly broken: readonly CheckResult[];
  /** Passing now; failed before. */
  readonly repaired: readonly CheckResult[];
  /** Skipped now; evaluated before. */
  readonly skipped: readonly CheckResult[];
  readonly added: readonly CheckResult[];
  /** Ids that no longer exist. */
  readonly removed: readonly string[];
}

export function changesSince(earlier: ConformReport, report: ConformReport): Changes {
  const before = new Map(earlier.results.map((result) => [result.id, result]));
  const now = new Set(report.results.map(({ id }) => id));
  const became = (outcome: CheckResult['outcome']) =>
    report.results.filter((result) => {
      const old = before.get(result.id);
      return old !== undefined && old.outcome !== outcome && result.outcome === outcome;
    });
  return {
    broken: became('failed'),
    repaired: became('passed').filter(({ id }) => before.get(id)?.outcome === 'failed'),
    skipped: became('skipped'),
    added: report.results.filter(({ id }) => !before.has(id)),
    removed: [...before.keys()].filter((id) => !now.has(id)),
  };
}
