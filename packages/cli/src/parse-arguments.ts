import { parseArgs } from 'node:util';
import { suggestion } from '@kitestring/settings/nearest-name.ts';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import type { Arguments, CliCommand } from './command.ts';
import { UsageFault } from './context.ts';

/** @throws UsageFault one line that names the error and the nearest valid name */
export function parseArguments(command: CliCommand, argv: readonly string[]): Arguments {
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      Object.entries(command.flags).map(([name, { value }]) => [
        name,
        { type: value === undefined ? 'boolean' : 'string' },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const words: string[] = [];
  const flags = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind === 'option') readFlag(command, token, flags);
  }
  checkWords(command, words);
  return { words, flags };
}

interface FlagToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
}

function readFlag(command: CliCommand, { name, rawName, value }: FlagToken, flags: Map<string, string[]>): void {
  const flag = command.flags[name];
  if (flag === undefined || !rawName.startsWith('--')) {
    const known = Object.keys(command.flags).map((known) => `--${known}`);
    throw wrong(command, `unknown flag ${oneLine(rawName)}${suggestion(rawName, known)}`);
  }
  const given = flags.get(name) ?? [];
  flags.set(name, given);
  if (flag.value === undefined && value !== undefined) throw wrong(command, `${rawName} takes no value`);
  if (flag.value === undefined) return;
  if (value === undefined) throw wrong(command, `${rawName} needs a value: ${rawName} ${flag.value}`);
  given.push(value);
}

function checkWords(command: CliCommand, words: readonly string[]): void {
  const last = command.words.at(-1) ?? '';
  const missing = command.words[words.length];
  if (missing !== undefined && !missing.startsWith('[')) throw wrong(command, `${missing} is missing`);
  const extra = /\.\.\.\]?$/.test(last) ? undefined : words[command.words.length];
  if (extra !== undefined) throw wrong(command, `unexpected argument "${oneLine(extra)}"`);
}

const wrong = ({ name }: CliCommand, what: string) =>
  new UsageFault(`${name}: ${what} (see kitestring ${name} --help)`);
