import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { problemText } from '@kitestring/lab-scenario/file/problem.ts';
import { MAX_FILE_BYTES, readScenario } from '@kitestring/lab-scenario/file/read-scenario.ts';
import { scenarioTemplate } from '@kitestring/lab-scenario/file/scenario-template.ts';
import { SCENARIOS_FOLDER, schemaText } from '@kitestring/lab-scenario/file/schema-text.ts';
import type { Scenario } from '@kitestring/lab-scenario/scenario.ts';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import { type Arguments, has } from '../command.ts';
import { CommandFault, type Context, type ExitStatus, UsageFault } from '../context.ts';
import { paint, table } from '../terminal-text.ts';

/** Files next to scenarios that are skipped when a folder is expanded by the shell. */
const BESIDE = /\.(schema\.json|md|mcap|xml)$/;

/** Scenario files after parsing: the valid ones, and every problem of the others. */
interface ReadFiles {
  readonly scenarios: readonly Scenario[];
  readonly problems: readonly string[];
}

/** Reads files, and every .yaml and .yml file of folders. @throws UsageFault when there is none */
export function readScenarioFiles(words: readonly string[], folder: string): ReadFiles {
  const files = words.flatMap((word) => filesOf(word, folder)).filter((file) => !BESIDE.test(file));
  if (files.length === 0) throw new UsageFault(`no scenario file in ${words.map(oneLine).join(', ')}`);
  const scenarios: Scenario[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const read = readScenario(file, textOf(file, folder));
    if (read.ok) scenarios.push(read.scenario);
    else problems.push(...read.problems.map(problemText));
  }
  return { scenarios, problems };
}

function filesOf(word: string, folder: string): string[] {
  const whole = path.resolve(folder, word);
  return readable(word, () => {
    const stats = statSync(whole, { throwIfNoEntry: false });
    if (stats === undefined) throw new UsageFault(`there is no file ${oneLine(word)}`);
    if (!stats.isDirectory()) return [word];
    const names = readdirSync(whole).filter((name) => /\.ya?ml$/.test(name));
    return names.sort().map((name) => path.join(word, name));
  });
}

const textOf = (file: string, folder: string): string =>
  readable(file, () => {
    const bytes = readFileSync(path.resolve(folder, file));
    if (bytes.length > MAX_FILE_BYTES) throw new Error(`it is larger than ${MAX_FILE_BYTES / 1024} KiB`);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  });

function readable<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof UsageFault) throw cause;
    throw new UsageFault(`cannot read ${oneLine(file)}: ${(cause as Error).message}`, { cause });
  }
}

/** `kitestring scenario list`. */
export async function runScenarioList(args: Arguments, context: Context): Promise<ExitStatus> {
  const shipped = path.relative(context.folder, SCENARIOS_FOLDER) || '.';
  const { scenarios, problems } = readScenarioFiles(args.words.length === 0 ? [shipped] : args.words, context.folder);
  if (problems.length > 0) showProblems(problems, context);
  if (has(args, 'json')) context.out.write(`${JSON.stringify(scenarios.map(listed), null, 1)}\n`);
  else showFamilies(scenarios, context);
  return problems.length > 0 ? 2 : 0;
}

const listed = ({ file, title, description, family, steps, expectations }: Scenario) => ({
  file,
  title,
  family,
  description,
  steps: steps.length,
  expectations: expectations.length,
});

function showFamilies(scenarios: readonly Scenario[], { out }: Context): void {
  const families = [...Map.groupBy(scenarios, ({ family }) => family)].sort(([a], [b]) => a.localeCompare(b));
  const rows = scenarios.map(({ file, title, steps, expectations }) => [
    `  ${oneLine(file)}`,
    oneLine(title),
    `${counted(steps.length, 'step')}, ${counted(expectations.length, 'expectation')}`,
  ]);
  const lines = new Map(table(rows).map((line, index) => [scenarios[index], line]));
  for (const [family, members] of families) {
    out.write(`${paint(out, 'bold', oneLine(family))}\n`);
    for (const member of members) out.write(`${lines.get(member) ?? ''}\n`);
  }
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const SCHEMA = 'scenario.schema.json';

/** `kitestring scenario new`. */
export async function runScenarioNew({ words: [name = ''] }: Arguments, context: Context): Promise<ExitStatus> {
  const word = name.replace(/\.ya?ml$/, '');
  const file = path.join(path.dirname(word), `${path.basename(word)}.yaml`);
  if (!/^[A-Za-z0-9][A-Za-z0-9 _.-]*$/.test(path.basename(word))) {
    throw new UsageFault('NAME: allowed: a file name of letters, digits, spaces, dots, hyphens and _');
  }
  const whole = path.resolve(context.folder, file);
  const schema = path.join(path.dirname(whole), SCHEMA);
  write(whole, scenarioTemplate(path.basename(word)), 'wx');
  if (!existsSync(schema)) write(schema, schemaText(), 'wx');
  context.out.write(`${paint(context.out, 'green', '✔')} ${file}\n  kitestring scenario run ${file}\n`);
  return 0;
}

function write(file: string, text: string, flag: 'wx'): void {
  try {
    writeFileSync(file, text, { flag });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new CommandFault(code === 'EEXIST' ? `${file} already exists; nothing was written` : message, { cause });
  }
}

/** `kitestring scenario check`. */
export async function runScenarioCheck({ words }: Arguments, context: Context): Promise<ExitStatus> {
  const { scenarios, problems } = readScenarioFiles(words, context.folder);
  if (problems.length > 0) {
    showProblems(problems, context);
    return 2;
  }
  context.out.write(`${paint(context.out, 'green', '✔')} ${scenarios.length} of ${scenarios.length} files are valid\n`);
  return 0;
}

/** One line each, in the format of compilers, which editors recognise. */
export function showProblems(problems: readonly string[], { err }: Context): void {
  for (const problem of problems) err.write(`${problem}\n`);
  err.write(`${paint(err, 'red', `${problems.length} ${problems.length === 1 ? 'mistake' : 'mistakes'}`)}\n`);
}
