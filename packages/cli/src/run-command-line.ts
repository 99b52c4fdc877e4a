import { StoreFault } from '@kitestring/base/store-fault.ts';
import { InvalidOptionError } from '@kitestring/client/invalid-option-error.ts';
import { HubFault } from '@kitestring/hub-app/hub-fault.ts';
import { BackupFault } from '@kitestring/os/backup/backup-fault.ts';
import { suggestion } from '@kitestring/settings/nearest-name.ts';
import { oneLine, SettingsFault } from '@kitestring/settings/settings-fault.ts';
import { StationSnapshotFault } from '@kitestring/station-app/snapshot/snapshot-fault.ts';
import { ListenFault } from '@kitestring/web/listen';
import { TlsFault } from '@kitestring/web/tls/tls-certificate.ts';
import type { CliCommand } from './command.ts';
import { serve } from './commands/serve.ts';
import { CommandFault, type Context, type ExitStatus, UsageFault } from './context.ts';
import { statusOfStation } from './exit-status.ts';
import { messageOf } from './failure-text.ts';
import { helpText, overviewText } from './help-text.ts';
import { withMissingPackage } from './missing-package.ts';
import { parseArguments } from './parse-arguments.ts';
import { StoppedFault } from './stop-signal.ts';
import { paint } from './terminal-text.ts';
import { VERSION } from './version.ts';

/** Finds the command and runs it. Every error is one line on `err`. */
export async function runCommandLine(argv: readonly string[], context: Context): Promise<ExitStatus> {
  try {
    return await dispatch(argv, context);
  } catch (thrown) {
    const error = withMissingPackage(thrown);
    const status = statusOf(error);
    if (status === undefined) throw error;
    context.err.write(`${paint(context.err, 'red', 'kitestring')}: ${oneLine(messageOf(error as Error))}\n`);
    return status;
  }
}

async function dispatch(argv: readonly string[], context: Context): Promise<ExitStatus> {
  const [first] = argv;
  // The station starts without the files of all other commands.
  const commands = first === serve.name ? [serve] : (await import('./commands.ts')).COMMANDS;
  if (first === undefined || first === '--help' || first === '-h')
    return show(overviewText(commands, context.out), context);
  if (first === '--version' || first === '-V') return show(`${VERSION}\n`, context);
  if (first === 'help') return help(argv.slice(1), commands, context);
  const { command, rest } = find(argv, commands, context);
  if (command === undefined) return 0;
  if (asksForHelp(rest)) return show(helpText(command, context.out), context);
  return command.run(parseArguments(command, rest), context);
}

type Commands = readonly CliCommand[];

function find(
  argv: readonly string[],
  commands: Commands,
  context: Context,
): { command?: CliCommand; rest: readonly string[] } {
  const [first = '', second = ''] = argv;
  // The longest name first: `hub engine install` before `hub`.
  for (let count = Math.max(...commands.map(({ name }) => name.split(' ').length)); count > 0; count -= 1) {
    const command = commands.find(({ name }) => name === argv.slice(0, count).join(' '));
    if (command !== undefined) return { command, rest: argv.slice(count) };
  }
  const members = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (members.length === 0) throw unknown(first, firstWords(commands));
  if (second !== '' && !asksForHelp([second]))
    throw unknown(
      `${first} ${second}`,
      commands.map(({ name }) => name),
    );
  show(overviewText(members, context.out), context);
  return { rest: [] };
}

function help(words: readonly string[], commands: Commands, context: Context): ExitStatus {
  if (words.length === 0) return show(overviewText(commands, context.out), context);
  const { command } = find(words, commands, context);
  return command === undefined ? 0 : show(helpText(command, context.out), context);
}

function show(text: string, { out }: Context): ExitStatus {
  out.write(text);
  return 0;
}

/** Up to `--`, after which every argument is positional. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).some((word) => word === '--help' || word === '-h');
}

const firstWords = (commands: Commands): string[] => ['help', ...commands.map(({ name }) => name.split(' ', 1).join())];

function unknown(name: string, known: readonly string[]): UsageFault {
  const choices = suggestion(name, known) || `; there are ${[...new Set(known)].join(', ')}`;
  return new UsageFault(`unknown command ${oneLine(name)}${choices}`);
}

/** Errors that the user can fix; the message contains the remedy. */
const FAILURES = [BackupFault, HubFault, StationSnapshotFault, StoreFault, ListenFault, TlsFault, StoppedFault];

/** Undefined for a bug, which needs its stack. */
function statusOf(error: unknown): ExitStatus | undefined {
  if (error instanceof UsageFault || error instanceof SettingsFault || error instanceof InvalidOptionError) return 2;
  // A refusal of the station keeps its status also where the command has said more about it.
  if (error instanceof CommandFault) return statusOfStation(error.cause) ?? 1;
  return FAILURES.some((type) => error instanceof type) ? 1 : statusOfStation(error);
}
