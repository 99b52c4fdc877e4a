import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type JunitCase, type JunitSuite, junitXml } from '@kitestring/base/junit-xml.ts';
import { ApiError } from '@kitestring/client/api-error.ts';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import { COVERAGE_FINDING_NAMES, COVERAGE_FINDINGS } from '@kitestring/station-contract/sim/coverage-findings.ts';
import type { Coverage } from '@kitestring/station-contract/sim/journal.ts';
import { type Arguments, has, textOf } from '../command.ts';
import { CommandFault, type Context, type ExitStatus, UsageFault } from '../context.ts';
import { failureText } from '../failure-text.ts';
import { checkReportFiles } from '../report-files.ts';
import { connect, withUrlWord } from '../station-link.ts';
import { paint } from '../terminal-text.ts';
import { type CoverageLimits, isFindingName, type JudgedLimit, judgedLimits, LIMITED } from './coverage-limits.ts';
import { coverageText } from './coverage-text.ts';

/** The coverage as JUnit XML: a case for each limit, each kind of finding and each operation. Only limits fail. */
const coverageJunit = (coverage: Coverage, limits: readonly JudgedLimit[]): string =>
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

/** Version of the JSON. */
const FORMAT = 1;

/** `kitestring coverage`. */
export async function runCoverage(args: Arguments, context: Context): Promise<ExitStatus> {
  const limits = limitsOf(args);
  checkFlags(args);
  checkReportFiles(args, ['junit'], context);
  const { client, url } = connect(withUrlWord(args, 'coverage'), context, 'kitestring coverage', ['experimental']);
  await using connected = client;
  try {
    return has(args, 'mark') ? await setMark(connected, args, context) : await report(connected, args, context, limits);
  } catch (error) {
    const failure = failureOf(error, url);
    if (failure === undefined) throw error;
    context.err.write(`${paint(context.err, 'red', 'kitestring')}: ${oneLine(failure.text)}\n`);
    return failure.status;
  }
}

async function setMark({ sim }: KitestringClient, args: Arguments, { out }: Context): Promise<ExitStatus> {
  const { name, time } = await sim.markJournal({ mark: textOf(args, 'mark') ?? '' });
  out.write(`mark ${name} at ${time}; the journal of requests is on\n`);
  return 0;
}

async function report(
  { sim }: KitestringClient,
  args: Arguments,
  context: Context,
  limits: CoverageLimits,
): Promise<ExitStatus> {
  const since = textOf(args, 'since');
  const client = textOf(args, 'client');
  const coverage = await sim.getCoverage({
    ...(since !== undefined && { since }),
    ...(client !== undefined && { client }),
  });
  if (has(args, 'stop')) await sim.stopJournal();
  const judged = judgedLimits(coverage, limits);
  const text = has(args, 'json')
    ? `${JSON.stringify({ format: FORMAT, limits: judged, coverage }, undefined, 2)}\n`
    : coverageText(coverage, { out: context.out, limits: judged, isComplete: has(args, 'never') });
  context.out.write(text);
  writeJunit(coverage, judged, args, context);
  return judged.every(({ isKept }) => isKept) ? 0 : 1;
}

function writeJunit(coverage: Coverage, limits: readonly JudgedLimit[], args: Arguments, { folder }: Context): void {
  const file = textOf(args, 'junit');
  if (file === undefined) return;
  try {
    writeFileSync(path.resolve(folder, file), coverageJunit(coverage, limits));
  } catch (cause) {
    throw new CommandFault(`--junit: cannot write ${oneLine(file)}: ${(cause as Error).message}`, { cause });
  }
}

/** @throws UsageFault */
export function limitsOf(args: Arguments): CoverageLimits {
  const percents = LIMITED.flatMap(({ flag, kind }) => {
    const text = textOf(args, flag);
    if (text === undefined) return [];
    const percent = Number(text);
    if (text.trim() !== '' && percent >= 0 && percent <= 100) return [[kind, percent] as const];
    throw new UsageFault(`--${flag}: got "${oneLine(text)}", allowed: 0 to 100 percent`);
  });
  const names = (args.flags.get('fail-on') ?? []).flatMap((text) => text.split(',')).map((name) => name.trim());
  if (names.includes('all')) return { percents: new Map(percents), failOn: COVERAGE_FINDING_NAMES };
  const unknown = names.find((name) => !isFindingName(name));
  if (unknown !== undefined) {
    throw new UsageFault(`--fail-on: got "${oneLine(unknown)}", allowed: all, ${COVERAGE_FINDING_NAMES.join(', ')}`);
  }
  return { percents: new Map(percents), failOn: [...new Set(names.filter(isFindingName))] };
}

const REPORT_FLAGS = [
  'since',
  'client',
  'never',
  'stop',
  'json',
  'junit',
  'fail-on',
  ...LIMITED.map(({ flag }) => flag),
];

/** @throws UsageFault */
function checkFlags(args: Arguments): void {
  if (!has(args, 'mark')) return;
  const other = REPORT_FLAGS.find((flag) => has(args, flag));
  if (other !== undefined) throw new UsageFault(`--${other}: not with --mark, which sets a mark and reports nothing`);
}

/** Undefined for anything that has no status of its own. */
function failureOf(error: unknown, url: string): { readonly status: ExitStatus; readonly text: string } | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const text = failureText(error);
  if (error.code === 'JOURNAL_OFF' || error.code === 'JOURNAL_MARK_NOT_FOUND') {
    return { status: 8, text: `${error.message}; set a mark with --mark first, then let the client work` };
  }
  if (error.status === 404) return { status: 6, text: `${url} has no journal: only a simulated station has one` };
  return error.status === 400 ? { status: 2, text } : undefined;
}
