import type { Context, TerminalOutput } from '../../src/context.ts';
import { runCommandLine } from '../../src/run-command-line.ts';

/** An output that keeps what was written. */
export class TestOutput implements TerminalOutput {
  text = '';
  readonly isTerminal: boolean;
  readonly hasColours = false;
  readonly #columns: number;

  constructor(isTerminal = false, columns = 80) {
    this.isTerminal = isTerminal;
    this.#columns = columns;
  }

  write(text: string): void {
    this.text += text;
  }

  columns(): number {
    return this.#columns;
  }

  rows(): number {
    return 40;
  }
}

export interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in this process. */
export async function run(argv: readonly string[], overrides: Partial<Context> = {}): Promise<Ran> {
  const out = new TestOutput();
  const err = new TestOutput();
  const context: Context = {
    out,
    err,
    environment: {},
    folder: '/',
    stop: new AbortController().signal,
    ask: undefined,
    secret: async () => '',
    ...overrides,
  };
  const status = await runCommandLine(argv, context);
  return { status, out: out.text, err: err.text };
}
