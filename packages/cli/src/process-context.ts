import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { WriteStream } from 'node:tty';
import type { Context, TerminalOutput } from './context.ts';
import { stopSignal } from './stop-signal.ts';

/** Context of commands from the real process. */
export function processContext(): Context {
  return {
    out: outputOf(process.stdout),
    err: outputOf(process.stderr),
    environment: process.env,
    folder: process.cwd(),
    stop: stopSignal(),
    ask: isTerminal() ? ask : undefined,
    secret: (question) => (isTerminal() ? askUnseen(question) : firstLineOfInput()),
  };
}

const isTerminal = (): boolean => process.stdin.isTTY && process.stdout.isTTY;

function outputOf(stream: WriteStream): TerminalOutput {
  // The reader has closed the pipe (`kitestring watch
  // head`).
  stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const isTerminal = stream.isTTY === true;
  return {
    write: (text) => void stream.write(text),
    isTerminal,
    // Follows NO_COLOR, TERM=dumb and the capabilities of the terminal.
    hasColours: isTerminal && stream.getColorDepth() > 1,
    columns: () => (isTerminal ? stream.columns : undefined) || 80,
    rows: () => (isTerminal ? stream.rows : undefined) || 24,
  };
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

async function askUnseen(question: string): Promise<string> {
  process.stdout.write(question);
  // Discards the echo of readline.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stdout.write('\n');
  }
}

async function firstLineOfInput(): Promise<string> {
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/, 1);
  return line;
}
