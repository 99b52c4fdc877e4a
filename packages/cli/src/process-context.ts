import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Context } from './context.ts';
import { outputOf } from './output.ts';
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
