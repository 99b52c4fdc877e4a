import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CHECKED_VERSIONS, type CheckedVersion } from '@kitestring/lab-conformance/api-version.ts';
import type { Level } from '@kitestring/lab-conformance/check.ts';
import { type ConformOptions, conform } from '@kitestring/lab-conformance/conform.ts';
import { ConformFault, type ConformFaultKind } from '@kitestring/lab-conformance/conform-fault.ts';
import { changesSince } from '@kitestring/lab-conformance/report/baseline.ts';
import { reportPage } from '@kitestring/lab-conformance/report/html.ts';
import { readReport, reportJson } from '@kitestring/lab-conformance/report/json.ts';
import { junitXml } from '@kitestring/lab-conformance/report/junit.ts';
import { type ConformReport, totals } from '@kitestring/lab-conformance/report/report.ts';
import { changesText, summaryText } from '@kitestring/lab-conformance/report/text.ts';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import { type Arguments, has, textOf } from '../command.ts';
import { CommandFault, type Context, type ExitStatus, UsageFault } from '../context.ts';
import { failureText } from '../failure-text.ts';
import { checkReportFiles } from '../report-files.ts';
import { keyFor, stationAddress, trustOf, withUrlWord } from '../station-link.ts';
import { paint } from '../terminal-text.ts';
import { ConformView } from './conform-view.ts';

const STATUS_OF_FAULT: Readonly<Record<ConformFaultKind, ExitStatus>> = {
  unreachable: 3,
  untrusted: 4,
  key: 5,
  foreign: 6,
  version: 7,
  'not-ready': 8,
  'no-check': 2,
};

/** `kitestring conform`. */
export async function runConform(args: Arguments, context: Context): Promise<ExitStatus> {
  const baseline = baselineOf(args, context);
  const options = optionsOf(args, context);
  checkReportFiles(args, ['junit', 'html'], context);
  const isJson = has(args, 'json');
  // The view is for people then, beside the result.
  const view = new ConformView(isJson ? context.err : context.out, { showsFailures: baseline === undefined });
  try {
    const report = await conform({ ...options, ...view.listeners, signal: context.stop });
    writeReports(report, args, context);
    if (isJson) context.out.write(reportJson(report));
    return judged(report, baseline, view);
  } catch (error) {
    view.clear();
    if (!(error instanceof ConformFault)) throw error;
    context.err.write(`${paint(context.err, 'red', 'kitestring')}: ${oneLine(failureText(error))}\n`);
    return STATUS_OF_FAULT[error.kind];
  }
}

function judged(report: ConformReport, baseline: ConformReport | undefined, view: ConformView): ExitStatus {
  const { failed, passed } = totals(report.results);
  // Otherwise a run in which everything was skipped would look like one that passed.
  const nothing = failed + passed === 0 ? ['nothing was judged: every check was skipped'] : [];
  if (baseline === undefined) {
    view.finish([...summaryText(report), ...nothing]);
    return failed + nothing.length === 0 ? 0 : 1;
  }
  const changes = changesSince(baseline, report);
  for (const result of changes.broken) view.showFailure(result);
  view.finish([...changesText(changes), ...summaryText(report).slice(-1), ...nothing]);
  const failures = [...changes.broken, ...changes.added.filter(({ outcome }) => outcome === 'failed')];
  return failures.length + nothing.length === 0 ? 0 : 1;
}

function optionsOf(args: Arguments, context: Context): ConformOptions {
  const named = withUrlWord(args, 'conform');
  const address = stationAddress(named, context);
  const version = versionOf(args);
  const only = args.flags.get('only');
  return {
    url: address.url,
    key: keyFor(address, named, context),
    trust: trustOf(address, named, context),
    level: level(args),
    confirmFlight: confirmation(args, context),
    isPublishedOnly: has(args, 'published'),
    isLong: has(args, 'long'),
    ...(version !== undefined && { version }),
    ...(only !== undefined && { only }),
  };
}

function level(args: Arguments): Level {
  if (has(args, 'allow-flight')) return 'flight';
  if (has(args, 'kite')) throw new UsageFault('--kite: only with --allow-flight');
  return has(args, 'allow-control') ? 'control' : 'read';
}

function versionOf(args: Arguments): CheckedVersion | undefined {
  const text = textOf(args, 'version');
  if (text === undefined) return undefined;
  const version = CHECKED_VERSIONS.find((known) => known === text);
  if (version === undefined)
    throw new UsageFault(`--version: got "${oneLine(text)}", allowed: ${CHECKED_VERSIONS.join(', ')}`);
  return version;
}

/** The operator types the name, or has given it, so that no other Kite is flown than the intended one. */
function confirmation(args: Arguments, { ask }: Context): (kite: string) => Promise<boolean> {
  const given = textOf(args, 'kite');
  return async (kite) => {
    const name = given ?? (await ask?.(`This flies. Clear the area, then type the name of the Kite (${kite}): `));
    if (name === undefined) throw new UsageFault('--allow-flight: nobody can be asked here, so give --kite NAME');
    if (name.trim() === kite) return true;
    throw new ConformFault('not-ready', `the Kite is called ${kite}, not "${name.trim()}": nothing was flown`);
  };
}

function baselineOf(args: Arguments, { folder }: Context): ConformReport | undefined {
  const file = textOf(args, 'baseline');
  if (file === undefined) return undefined;
  try {
    return readReport(readFileSync(path.resolve(folder, file), 'utf8'));
  } catch (cause) {
    throw new UsageFault(`--baseline: cannot use ${oneLine(file)}: ${(cause as Error).message}`, { cause });
  }
}

function writeReports(report: ConformReport, args: Arguments, { folder }: Context): void {
  const makers = { junit: junitXml, html: reportPage };
  for (const [flag, make] of Object.entries(makers)) {
    const file = textOf(args, flag);
    if (file === undefined) continue;
    try {
      writeFileSync(path.resolve(folder, file), make(report));
    } catch (cause) {
      throw new CommandFault(`--${flag}: cannot write ${oneLine(file)}: ${(cause as Error).message}`, { cause });
    }
  }
}
