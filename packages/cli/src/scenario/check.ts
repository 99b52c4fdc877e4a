import type { Arguments } from '../command.ts';
import type { Context, ExitStatus } from '../context.ts';
import { paint } from '../terminal-text.ts';
import { readScenarioFiles } from './scenario-files.ts';

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
