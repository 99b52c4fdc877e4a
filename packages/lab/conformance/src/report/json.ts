import { type ConformReport, totals } from './report.ts';

/** A report as JSON, for `readReport`. */
export const reportJson = (report: ConformReport): string =>
  `${JSON.stringify({ ...report, totals: totals(report.results) }, undefined, 2)}\n`;

/** @throws Error with one line that describes the error of the text */
export function readReport(text: string): ConformReport {
  const value = parsed(text);
  if (value?.format !== 1 || !Array.isArray(value.results)) {
    throw new Error('it is no report of kitestring conform --json (format 1)');
  }
  const broken = value.results.findIndex(
    (result) => typeof result?.id !== 'string' || typeof result.outcome !== 'string',
  );
  if (broken !== -1) throw new Error(`results[${broken}] has no id or no outcome`);
  return value as ConformReport;
}

function parsed(text: string): Partial<ConformReport> | undefined {
  try {
    return JSON.parse(text) as Partial<ConformReport>;
  } catch (cause) {
    throw new Error('it is not JSON', { cause });
  }
}
