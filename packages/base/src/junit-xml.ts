import { escaped } from './markup.ts';

/** Why a case did not pass. */
interface JunitProblem {
  /** One line. */
  readonly message: string;
  /** Kind of the problem. */
  readonly type: string;
  readonly text?: string;
}

export interface JunitCase {
  readonly name: string;
  /** Group of the case, with dots. */
  readonly classname: string;
  /** File that the case comes from. */
  readonly file?: string;
  readonly seconds: number;
  /** Empty or absent: it passed. */
  readonly failures?: readonly JunitProblem[];
  /** Why it could not be run. */
  readonly error?: JunitProblem | undefined;
  /** Why it was not run. */
  readonly skipped?: string | undefined;
  /** Its output. */
  readonly output?: string;
}

export interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
}

/** Results as JUnit XML, for CI systems. */
export function junitXml(name: string, suites: readonly JunitSuite[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escaped(name)}" ${counts(suites.flatMap(({ cases }) => cases))}>`,
    ...suites.flatMap(({ cases, name: suite }) => [
      `  <testsuite name="${escaped(suite)}" ${counts(cases)}>`,
      ...cases.flatMap(caseLines),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

function counts(cases: readonly JunitCase[]): string {
  const failed = cases.filter(({ failures = [] }) => failures.length > 0).length;
  const errors = cases.filter(({ error }) => error !== undefined).length;
  const skipped = cases.filter(({ skipped: reason }) => reason !== undefined).length;
  const seconds = cases.reduce((sum, { seconds: own }) => sum + own, 0);
  return `tests="${cases.length}" failures="${failed}" errors="${errors}" skipped="${skipped}" time="${seconds.toFixed(3)}"`;
}

function caseLines({ classname, error, failures = [], file, name, output, seconds, skipped }: JunitCase): string[] {
  const from = file === undefined ? '' : ` file="${escaped(file)}"`;
  const head = `    <testcase name="${escaped(name)}" classname="${escaped(classname)}"${from} time="${seconds.toFixed(3)}"`;
  const details = [
    ...failures.map((failure) => problemLine('failure', failure)),
    ...(error === undefined ? [] : [problemLine('error', error)]),
    ...(skipped === undefined ? [] : [`      <skipped message="${escaped(skipped)}"/>`]),
    ...(output === undefined ? [] : [`      <system-out>${escaped(output)}</system-out>`]),
  ];
  return details.length === 0 ? [`${head}/>`] : [`${head}>`, ...details, '    </testcase>'];
}

function problemLine(element: 'failure' | 'error', { message, text, type }: JunitProblem): string {
  const head = `      <${element} message="${escaped(message)}" type="${type}"`;
  return text === undefined ? `${head}/>` : `${head}>${escaped(text)}</${element}>`;
}
