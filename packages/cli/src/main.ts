import { processContext } from './process-context.ts';
import { runCommandLine } from './run-command-line.ts';

/** Runs the command line in this process and ends it. */
export async function main(argv: readonly string[]): Promise<void> {
  const status = await runCommandLine(argv, processContext());
  // Pending output is written first; open keep-alive connections do not delay the exit.
  process.stdout.write('', () => process.exit(status));
}
