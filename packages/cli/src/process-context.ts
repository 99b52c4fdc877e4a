import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Context } from './context.ts';
import { outputOf } from './output.ts';
import { stopSignal } from './stop-signal.ts';
import { typedLine } from './typed-line.ts';

/** Context of commands from the real process. */
export function processContext(): Context {
  return {
    out: outputOf(process.stdout),
    err: outputOf(process.stderr),
    environment: process.env,
    folder: process.cwd(),
    stop: stopSignal(),
    ask: isTerminal() ? (question) => typedLine(question, process.stdin, process.stdout) : undefined,
    secret: (question) => (isTerminal() ? askUnseen(question) : firstLineOfInput()),
  };
}

const isTerminal = (): boolean => process.stdin.isTTY && process.stdout.isTTY;

async function askUnseen(question: string): Promise<string> {
  process.stdout.write(question);
  try {
    // Discards the echo of readline.
    return await typedLine('', process.stdin, new Writable({ write: (_chunk, _encoding, done) => done() }));
  } finally {
    process.stdout.write('\n');
  }
}

async function firstLineOfInput(): Promise<string> {
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/, 1);
  return line;
}
