import { cpSync, existsSync, globSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import { type Arguments, type CliCommand, textOf } from '../command.ts';
import { coverage } from '../commands/coverage.ts';
import { report } from '../commands/report.ts';
import { CommandFault, type Context, type ExitStatus, type TerminalOutput } from '../context.ts';
import { limitsOf } from '../coverage/run-coverage.ts';
import { statusOfStation } from '../exit-status.ts';
import { messageOf } from '../failure-text.ts';
import { parseArguments } from '../parse-arguments.ts';
import { LoggedStation } from './logged-station.ts';
import { runWithStation } from './run-with-station.ts';

const DEFAULT_FOLDER = 'kitestring-ci';
/** Flags that are not passed to `coverage`. */
const OWN_FLAGS = ['out', 'speed', 'seed'];

/**
 * `kitestring ci`. It alone decides about what a run keeps: `action.yml` and the template of GitLab are one line of npx each.
 * @param program with its first arguments, which run a command of `kitestring`
 * @throws UsageFault, CommandFault
 */
export async function runCi(args: Arguments, context: Context, program = ownProgram()): Promise<ExitStatus> {
  limitsOf(args);
  const folder = emptyFolder(path.resolve(context.folder, textOf(args, 'out') ?? DEFAULT_FOLDER));
  const { err, stop } = context;
  await using station = await LoggedStation.start({
    program,
    flags: ['--sim-speed', textOf(args, 'speed') ?? '20', '--seed', textOf(args, 'seed') ?? '1'],
    environment: context.environment,
    logFile: path.join(folder, 'station.log'),
    stop,
  });
  const inner = { ...context, environment: { ...context.environment, KITESTRING_API_KEY: station.key } };
  await quiet(coverage, [station.url, '--mark', 'start'], inner);
  err.write(`station at ${station.url}; what it does is kept in ${folder}\n`);
  const ended = await runWithStation(args.words, station, context);
  const limits = await keepCoverage(args, station.url, folder, inner).catch((error): ExitStatus => {
    // The station has ended with its command.
    if (statusOfStation(error) === undefined) throw error;
    err.write(`no coverage: ${oneLine(messageOf(error))}\n`);
    return 1;
  });
  await station.stop();
  await keepFlights(station.dataFolder, folder, inner);
  if (ended !== 'well') err.write(`the command ${ended}\n`);
  return ended === 'well' ? limits : 1;
}

const ownProgram = (): readonly string[] => [process.execPath, process.argv[1] ?? ''];

function emptyFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true });
    if (readdirSync(folder).length === 0) return folder;
  } catch (cause) {
    throw new CommandFault(`--out: cannot write ${oneLine(folder)}: ${(cause as Error).message}`, { cause });
  }
  throw new CommandFault(`--out: ${oneLine(folder)} is not empty: remove it, or name another folder`);
}

/** As text, JSON and JUnit XML. @returns 1 where a limit is missed */
async function keepCoverage(args: Arguments, url: string, folder: string, context: Context): Promise<ExitStatus> {
  const limits = [...args.flags].flatMap(([name, values]) =>
    OWN_FLAGS.includes(name) ? [] : values.flatMap((value) => [`--${name}`, value]),
  );
  const argv = [url, ...limits];
  const json = await quiet(coverage, [...argv, '--json', '--junit', path.join(folder, 'coverage.xml')], context);
  writeFileSync(path.join(folder, 'coverage.json'), json.text);
  const { status, text } = await quiet(coverage, argv, context);
  writeFileSync(path.join(folder, 'coverage.txt'), text);
  context.out.write(text);
  return status;
}

/** Logs of flights, each with its report. */
async function keepFlights(dataFolder: string, folder: string, context: Context): Promise<void> {
  const from = path.join(dataFolder, 'flights');
  if (!existsSync(from)) return;
  const flights = path.join(folder, 'flights');
  cpSync(from, flights, { recursive: true });
  for (const name of globSync('*.mcap*', { cwd: flights }).sort()) {
    const { text } = await quiet(report, ['--incomplete', path.join(flights, name)], context);
    context.out.write(text);
  }
}

/** Runs another command, whose output is kept. */
async function quiet(
  command: CliCommand,
  argv: readonly string[],
  context: Context,
): Promise<{ status: ExitStatus; text: string }> {
  const out = new KeptOutput();
  const status = await command.run(parseArguments(command, argv), { ...context, out });
  return { status, text: out.text };
}

class KeptOutput implements TerminalOutput {
  text = '';
  readonly isTerminal = false;
  readonly hasColours = false;

  write(text: string): void {
    this.text += text;
  }

  columns(): number {
    return 80;
  }

  rows(): number {
    return 24;
  }
}
