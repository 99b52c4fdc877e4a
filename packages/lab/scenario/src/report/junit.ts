import { type JunitCase, junitXml as junitXmlOf } from '@kitestring/base/junit-xml.ts';
import type { ScenarioResult } from '../run/result.ts';
import { failureLines } from './failure-lines.ts';

const NAME = 'kitestring scenarios';

/** Results as JUnit XML, for CI systems: one suite, one case for each scenario. */
export const junitXml = (results: readonly ScenarioResult[]): string =>
  junitXmlOf(NAME, [{ name: NAME, cases: results.map(caseOf) }]);

const caseOf = ({ title, file, realMs, simulatedS, failures, error }: ScenarioResult): JunitCase => ({
  name: title,
  classname: file,
  file,
  seconds: realMs / 1000,
  failures: failures.map((failure) => ({
    message: failure.expected,
    type: 'expectation',
    text: failureLines(file, failure).join('\n'),
  })),
  ...(error !== undefined && { error: { message: error, type: 'run' } }),
  output: `${simulatedS.toFixed(1)} s of station time`,
});
