import { type JunitCase, junitXml as junitXmlOf } from '@kitestring/base/junit-xml.ts';
import type { CheckResult, ConformReport } from './report.ts';
import { exchangeText, sourceText } from './text.ts';

/** A report as JUnit XML, for CI systems: a suite for each level, a case for each check. */
export function junitXml({ results, version }: ConformReport): string {
  const suites = Map.groupBy(results, ({ level }) => level);
  return junitXmlOf(
    `kitestring conform ${version}`,
    [...suites].map(([name, own]) => ({ name, cases: own.map(caseOf) })),
  );
}

const caseOf = ({ id, level, tookMs, failures, outcome, reason, sentence, source }: CheckResult): JunitCase => ({
  name: id,
  classname: `conform.${level}`,
  seconds: tookMs / 1000,
  failures: failures.map(({ message, exchange }) => {
    const lines = [`${sentence} (${sourceText(source)})`, ...(exchange === undefined ? [] : exchangeText(exchange))];
    return { message, type: 'conformance', text: lines.join('\n') };
  }),
  ...(outcome === 'skipped' && { skipped: reason ?? '' }),
});
