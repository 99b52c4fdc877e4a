import type { CheckResult, ConformReport } from './report.ts';

/** How a report differs from an earlier one. */
export interface Changes {
  /** They passed or were skipped, and fail now. */
  readonly broken: readonly CheckResult[];
  /** They failed, and pass now. */
  readonly repaired: readonly CheckResult[];
  /** They were judged, and are skipped now. */
  readonly skipped: readonly CheckResult[];
  readonly added: readonly CheckResult[];
  /** Ids that are not there any more. */
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
