import type { CliCommand, Flag, Flags } from './command.ts';
import type { TerminalOutput } from './context.ts';
import { paint, plainText, table, wrap } from './terminal-text.ts';

const MAX_WIDTH = 110;

/** Output of `kitestring help` and of `kitestring` alone. */
export function overviewText(commands: readonly CliCommand[], out: TerminalOutput): string {
  const rows = table(commands.map(({ name, summary }) => [`  ${name}`, summary]));
  return [
    `${paint(out, 'bold', 'kitestring')}: the Ground Station of a tethered aerial camera`,
    '',
    paint(out, 'bold', 'Commands'),
    ...rows,
    '',
    'kitestring COMMAND --help shows the flags of a command.',
    '',
  ].join('\n');
}

/** Output of `--help` of one command. */
export function helpText(command: CliCommand, out: TerminalOutput): string {
  const { name, words, summary, details = [], flags, examples = [] } = command;
  const lines = [`${paint(out, 'bold', ['kitestring', name, ...words].join(' '))}: ${summary}`];
  if (details.length > 0) lines.push('', ...details.map(plainText));
  for (const [group, members] of grouped(flags)) lines.push('', paint(out, 'bold', group), ...flagLines(members, out));
  if (examples.length > 0) lines.push('', paint(out, 'bold', 'Examples'), ...examples.map((line) => `  ${line}`));
  return `${lines.join('\n')}\n`;
}

function grouped(flags: Flags): ReadonlyMap<string, Flags> {
  const entries = Object.entries<Flag>({ ...flags, help: { description: 'Show this text.' } });
  const groups = Map.groupBy(entries, ([, { group = 'Flags' }]) => group);
  return new Map([...groups].map(([group, members]) => [group, Object.fromEntries(members)]));
}

function flagLines(flags: Flags, out: TerminalOutput): string[] {
  const width = Math.min(MAX_WIDTH, out.columns());
  return Object.entries(flags).flatMap(([name, { value, description }]) => [
    `  ${paint(out, 'cyan', `--${name}`)}${value === undefined ? '' : ` ${value}`}`,
    ...wrap(plainText(description), width - 8).map((line) => `        ${line}`),
  ]);
}
