import type { CliCommand, Flag, Flags } from '../../packages/cli/src/command.ts';
import { plainText } from '../../packages/cli/src/terminal-text.ts';

interface ManPage {
  /** `kitestring-plugin-add.1` */
  readonly name: string;
  /** As groff reads it with the macros of man(7). */
  readonly text: string;
}

const SUMMARY = 'the Ground Station of a tethered aerial camera';
const EXIT_STATUS = [
  ['0', 'done'],
  ['1', 'not possible now'],
  ['2', 'wrong usage'],
  ['3', 'the station does not answer'],
  ['4', 'its certificate is not trusted'],
  ['5', 'it refuses the key'],
  ['6', 'the address is no station'],
  ['7', 'it has another version'],
  ['8', 'it is not ready for the command'],
] as const;

/** The pages of section 1: one of the program, one of each command. */
export function manPages(commands: readonly CliCommand[], version: string): readonly ManPage[] {
  return [
    page('kitestring', version, SUMMARY, [
      ['SYNOPSIS', ['.B kitestring', text('COMMAND [FLAG]...')]],
      ['COMMANDS', commands.flatMap(({ name, summary }) => item(`.BR kitestring\\-${dashed(name)} (1)`, summary))],
      ['EXIT STATUS', EXIT_STATUS.flatMap(([status, meaning]) => item(`.B ${status}`, meaning))],
    ]),
    ...commands.map((command) => commandPage(command, version)),
  ];
}

function commandPage(
  { details = [], examples = [], flags, name, summary, words }: CliCommand,
  version: string,
): ManPage {
  return page(`kitestring-${name.replaceAll(' ', '-')}`, version, summary, [
    ['SYNOPSIS', [`.B kitestring ${text(name)}`, text(`${words.join(' ')} [FLAG]...`.trim())]],
    ['DESCRIPTION', [text(`${[`${capital(summary)}.`, ...details].map(plainText).join(' ')}`)]],
    ['FLAGS', flagLines(flags)],
    ['EXAMPLES', examples.length === 0 ? [] : ['.EX', ...examples.map(text), '.EE']],
    ['SEE ALSO', ['.BR kitestring (1)']],
  ]);
}

function flagLines(flags: Flags): string[] {
  const all = Object.entries<Flag>({ ...flags, help: { description: 'Show the flags.' } });
  return all.flatMap(([name, { description, value }]) =>
    item(`.BI \\-\\-${dashed(name)}${value === undefined ? '' : ` " ${text(value)}"`}`, plainText(description)),
  );
}

function page(
  name: string,
  version: string,
  summary: string,
  sections: readonly (readonly [string, string[]])[],
): ManPage {
  const body = sections.flatMap(([title, lines]) => (lines.length === 0 ? [] : [`.SH ${title}`, ...lines]));
  const head = `.TH ${dashed(name).toUpperCase()} 1 "" "kitestring ${version}" "User Commands"`;
  const lines = [head, '.SH NAME', `${dashed(name)} \\- ${text(plainText(summary))}`, ...body];
  return { name: `${name}.1`, text: `${lines.join('\n')}\n` };
}

const item = (tag: string, description: string): string[] => ['.TP', tag, text(description)];
const dashed = (name: string): string => name.replaceAll(' ', '-').replaceAll('-', '\\-');
const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** A line that groff takes as it stands: no escape, no request at its beginning, ASCII hyphens. */
function text(line: string): string {
  const escaped = line.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll(/\s+/g, ' ');
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}
