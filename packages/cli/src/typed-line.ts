import { createInterface } from 'node:readline/promises';
import { StoppedFault } from './stop-signal.ts';

/** The line that the user types at a terminal. @throws StoppedFault at Ctrl-C and Ctrl-D, which are keys there, not signals */
export async function typedLine(
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<string> {
  const terminal = createInterface({ input, output, terminal: true });
  try {
    return await terminal.question(question);
  } catch {
    output.write('\n');
    throw new StoppedFault();
  } finally {
    terminal.close();
  }
}
