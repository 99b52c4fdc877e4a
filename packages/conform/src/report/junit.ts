import { escaped } from './markup.ts';
import { type CheckResult, type ConformReport, totalsOf } from './report.ts';
import { exchangeText, sourceText } from './text.ts';

/** A report as JUnit XML, for CI systems: a suite for each level, a case for each check. */
export function junitXml(report: ConformReport): string {
  const suites = Map.groupBy(report.results, ({ level }) => level);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="kitestring conform ${escaped(report.version)}" ${counts(report.results)}>`,
    ...[...suites].flatMap(([level, results]) => [
      `  <testsuite name="${level}" ${counts(results)}>`,
      ...results.flatMap(caseLines),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

function counts(results: readonly CheckResult[]): string {
  const { checks, failed, skipped } = totalsOf(results);
  const seconds = results.reduce((sum, { tookMs }) => sum + tookMs, 0) / 1000;
  return `tests="${checks}" failures="${failed}" errors="0" skipped="${skipped}" time="${seconds.toFixed(3)}"`;
}

function caseLines({ id, level, tookMs, failures, outcome, reason, sentence, source }: CheckResult): string[] {
  const head = `    <testcase name="${escaped(id)}" classname="conform.${level}" time="${(tookMs / 1000).toFixed(3)}"`;
  if (outcome === 'passed') return [`${head}/>`];
  const details = failures.map(({ message, exchange }) => {
    const lines = [`${sentence} (${sourceText(source)})`, ...(exchange === undefined ? [] : exchangeText(exchange))];
    return `      <failure message="${escaped(message)}" type="conformance">${escaped(lines.join('\n'))}</failure>`;
  });
  const skipped = outcome === 'skipped' ? [`      <skipped message="${escaped(reason ?? '')}"/>`] : [];
  return [`${head}>`, ...details, ...skipped, '    </testcase>'];
}
