import { type JunitCase, type JunitSuite, junitXml } from '@kitestring/contract/junit-xml.ts';
import { COVERAGE_FINDING_NAMES, COVERAGE_FINDINGS } from '@kitestring/contract/sim/coverage-findings.ts';
import type { Coverage } from '@kitestring/contract/sim/journal.ts';
import type { JudgedLimit } from './coverage-limits.ts';

/** The coverage as JUnit XML: a case for each limit, each kind of finding and each operation. Only limits fail. */
export const coverageJunit = (coverage: Coverage, limits: readonly JudgedLimit[]): string =>
  junitXml('kitestring coverage', [
    { name: 'limits', cases: limits.map(limitCase) },
    findingSuite(coverage),
    { name: 'operations', cases: coverage.operations.map(operationCase) },
  ]);

const limitCase = ({ isKept, limit, text }: JudgedLimit): JunitCase => ({
  name: limit,
  classname: 'coverage.limits',
  seconds: 0,
  failures: isKept ? [] : [{ message: text, type: 'coverage' }],
});

function findingSuite({ findings }: Coverage): JunitSuite {
  const cases = COVERAGE_FINDING_NAMES.map((name) => {
    const lines = findings
      .filter(({ finding }) => finding === name)
      .map(({ after, client, count, operation }) => `${client}: ${operation} after ${after}, ${count} times`);
    const output = lines.length === 0 ? {} : { output: [COVERAGE_FINDINGS[name].meaning, ...lines].join('\n') };
    return { name, classname: 'coverage.findings', seconds: 0, ...output };
  });
  return { name: 'findings', cases };
}

const operationCase = ({ operation, requests }: Coverage['operations'][number]): JunitCase => ({
  name: operation,
  classname: 'coverage.operations',
  seconds: 0,
  ...(requests === 0 && { skipped: 'never exercised' }),
});
