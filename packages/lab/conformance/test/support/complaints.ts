import type { ConformReport } from '../../src/report/report.ts';

/** Failed checks with their messages, and skipped ones without known reasons. */
export function complaints({ results }: ConformReport, knownReasons: RegExp): string[] {
  return results.flatMap(({ id, outcome, failures, reason = '' }) => {
    if (outcome === 'failed') return failures.map(({ message }) => `${id}: ${message}`);
    return outcome === 'skipped' && !knownReasons.test(reason) ? [`${id} is skipped: ${reason}`] : [];
  });
}
