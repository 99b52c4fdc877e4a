import { oneLine } from '@kitestring/settings/settings-fault.ts';
import { COVERAGE_FINDINGS, REACTIONS } from '@kitestring/station-contract/sim/coverage-findings.ts';
import { coverageShares } from '@kitestring/station-contract/sim/coverage-shares.ts';
import type { Coverage } from '@kitestring/station-contract/sim/journal.ts';
import type { TerminalOutput } from '../context.ts';
import { paint, plainText, table, wrap } from '../terminal-text.ts';
import { type JudgedLimit, percent } from './coverage-limits.ts';

const WIDTH_MAX = 110;
/** Lines of names of one kind, unless all are wanted. */
const NEVER_LINES = 2;

interface CoverageTextOptions {
  readonly out: TerminalOutput;
  readonly limits: readonly JudgedLimit[];
  /** Names everything that was never exercised. */
  readonly isComplete: boolean;
}

/** The coverage for people. */
export function coverageText(coverage: Coverage, { isComplete, limits, out }: CoverageTextOptions): string {
  const title = (text: string) => ['', paint(out, 'bold', text)];
  const { client, clients, requests, since } = coverage;
  const who = client ?? (clients.length === 0 ? 'no client' : clients.map(({ name }) => oneLine(name)).join(', '));
  return [
    `${who}: ${requests} requests since ${since.name} (${since.time})`,
    ...title('Exercised'),
    ...shareLines(coverage),
    ...title('Never exercised'),
    ...neverLines(coverage, out, isComplete),
    ...section(title('After refusals and closes'), reactionLines(coverage)),
    ...section(title('Findings'), findingLines(coverage, out)),
    ...section(
      title('Limits'),
      limits.map(({ isKept, text }) => (isKept ? `  ✔ ${text}` : paint(out, 'red', `  ✘ ${text}`))),
    ),
    '',
  ].join('\n');
}

const section = (title: readonly string[], lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [...title, ...lines];

const kindText = (kind: string): string => kind.replaceAll('_', ' ');

const shareLines = (coverage: Coverage): string[] =>
  table(
    coverageShares(coverage).map((share) => {
      const { kind, met, total } = share;
      return [`  ${kindText(kind)}`, `${met} of ${total}`.padStart(10), `${percent(share).toFixed(1)} %`.padStart(8)];
    }),
  );

function neverLines(coverage: Coverage, out: TerminalOutput, isComplete: boolean): string[] {
  const width = Math.min(out.columns(), WIDTH_MAX) - 4;
  return coverageShares(coverage).flatMap(({ kind, never }) => {
    if (never.length === 0) return [];
    const lines = wrap(never.join(' '), width);
    const shown = isComplete ? lines : lines.slice(0, NEVER_LINES);
    const left = never.length - shown.join(' ').split(' ').length;
    const more = left === 0 ? [] : [`    and ${left} more: --never`];
    return [`  ${kindText(kind)}`, ...shown.map((line) => `    ${line}`), ...more];
  });
}

const reactionLines = ({ reactions }: Coverage): string[] =>
  table(
    reactions.map(({ after, client, count, operation, reaction }) => [
      `  ${oneLine(client)}`,
      after,
      operation,
      `${count} x`,
      plainText(REACTIONS[reaction]),
    ]),
  );

const findingLines = ({ findings }: Coverage, out: TerminalOutput): string[] =>
  findings.flatMap(({ after, client, count, finding, operation }) => [
    paint(out, 'red', `  ✘ ${finding}  ${oneLine(client)}: ${operation} after ${after}, ${count} x`),
    ...wrap(`A good client: ${plainText(COVERAGE_FINDINGS[finding].advice)}`, WIDTH_MAX - 6).map(
      (line) => `      ${line}`,
    ),
  ]);
