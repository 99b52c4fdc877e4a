import type { ScenarioResult } from '../run/result.ts';
import { failureLines } from './failure-lines.ts';

/** Results as JUnit XML, for CI systems: one suite, one case for each scenario. */
export function junitXml(results: readonly ScenarioResult[]): string {
  const failed = results.filter(({ outcome }) => outcome === 'failed').length;
  const errors = results.filter(({ outcome }) => outcome === 'error').length;
  const seconds = results.reduce((sum, { realMs }) => sum + realMs, 0) / 1000;
  const counts = `tests="${results.length}" failures="${failed}" errors="${errors}" time="${seconds.toFixed(3)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="kitestring scenarios" ${counts}>`,
    `  <testsuite name="kitestring scenarios" ${counts}>`,
    ...results.flatMap(caseLines),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function caseLines(result: ScenarioResult): string[] {
  const { title, file, realMs, simulatedS, failures, error } = result;
  const head = `    <testcase name="${escaped(title)}" classname="${escaped(file)}" file="${escaped(file)}" time="${(realMs / 1000).toFixed(3)}"`;
  const details = [
    ...failures.map(
      (failure) =>
        `      <failure message="${escaped(failure.expected)}" type="expectation">${escaped(failureLines(file, failure).join('\n'))}</failure>`,
    ),
    ...(error === undefined ? [] : [`      <error message="${escaped(error)}" type="run"/>`]),
    `      <system-out>${simulatedS.toFixed(1)} s of station time</system-out>`,
  ];
  return [`${head}>`, ...details, '    </testcase>'];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Replaces characters that XML 1.0 forbids by a space. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, ' ')
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
