import type { HttpExchange } from '../link/exchange.ts';
import type { Changes } from './baseline.ts';
import { type CheckResult, type ConformReport, totals } from './report.ts';

/** Lines about one failed check. */
export function failureText({ id, sentence, source, failures }: CheckResult): string[] {
  return [
    `✘ ${id}`,
    `  ${sentence} (${sourceText(source)})`,
    ...failures.flatMap(({ message, exchange }) => [
      `  - ${message}`,
      ...(exchange === undefined ? [] : exchangeText(exchange).map((line) => `      ${line}`)),
    ]),
  ];
}

export const sourceText = ({ basis, place }: CheckResult['source']): string =>
  basis === 'published' ? `published API: ${place}` : `Kitestring compatibility: ${place}`;

const SHOWN_LINE_LENGTH = 400;

/** A request and its response in HTTP notation. */
export function exchangeText({ request, answer }: HttpExchange): string[] {
  const head = [
    `> ${request.method} ${request.path}`,
    ...request.headers.map(([name, value]) => `> ${name}: ${value}`),
  ];
  const sent = request.body === undefined ? [] : [`> ${cut(request.body)}`];
  if (answer === undefined) return [...head, ...sent, '< no answer'];
  const fields = answer.headers.map(([name, value]) => `< ${name}: ${value}`);
  return [...head, ...sent, `< ${answer.status}`, ...fields, ...(answer.body === '' ? [] : [`< ${cut(answer.body)}`])];
}

const cut = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > SHOWN_LINE_LENGTH ? `${line.slice(0, SHOWN_LINE_LENGTH)}…` : line;
};

/** The last lines of a run. */
export function summaryText(report: ConformReport): string[] {
  const { passed, failed, skipped, checks, assertions } = totals(report.results);
  const reasons = Map.groupBy(
    report.results.filter(({ outcome }) => outcome === 'skipped'),
    ({ reason = '' }) => reason,
  );
  return [
    ...[...reasons].map(([reason, results]) => `skipped ${results.length}: ${reason}`),
    `${checks} checks of version ${report.version}: ${passed} passed, ${failed} failed, ${skipped} skipped; ${assertions} assertions in ${(report.tookMs / 1000).toFixed(1)} s`,
  ];
}

/** Changes since an earlier report; one line each. */
export function changesText({ broken, repaired, added, removed, skipped }: Changes): string[] {
  const lines = [
    ...broken.map(({ id }) => `now fails: ${id}`),
    ...repaired.map(({ id }) => `passes again: ${id}`),
    ...skipped.map(({ id, reason = '' }) => `now skipped: ${id} (${reason})`),
    ...added.map(({ id, outcome }) => `new check: ${id} (${outcome})`),
    ...removed.map((id) => `no longer made: ${id}`),
  ];
  return lines.length === 0 ? ['nothing has changed since the baseline'] : lines;
}
