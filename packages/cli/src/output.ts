import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type { WriteStream } from 'node:tty';
import type { TerminalOutput } from './context.ts';

/** Maximum that waits for the reader of a service's output; what comes then is lost. */
const WAITING_MAX_BYTES = 2 ** 20;

/** Output of a command. It ends with its reader (`kitestring watch | head`), unless it is a service. */
export function outputOf(stream: WriteStream & { readonly fd: number }): TerminalOutput {
  let isOfService = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (!isOfService) process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
  let write = (text: string): void => void stream.write(text);
  const isTerminal = stream.isTTY === true;
  return {
    write: (text) => write(text),
    outliveReader: () => {
      isOfService = true;
      write = lastingWrite(stream, stream.fd);
    },
    isTerminal,
    // Follows NO_COLOR, TERM=dumb and the capabilities of the terminal.
    hasColours: isTerminal && stream.getColorDepth() > 1,
    columns: () => (isTerminal ? stream.columns : undefined) || 80,
    rows: () => (isTerminal ? stream.rows : undefined) || 24,
  };
}

/** Writes what can be written; the rest is lost. */
function lastingWrite(stream: Writable, fd: number): (text: string) => void {
  // A terminal or a pipe; without a reader it does nothing any more.
  if (stream instanceof Socket) {
    return (text) => {
      if (stream.writableLength < WAITING_MAX_BYTES) stream.write(text);
    };
  }
  // A file. The stream would end with the first fault of the disk, which may have space again.
  let isCut = false;
  return (text) => {
    const bytes = Buffer.from(isCut ? `\n${text}` : text);
    try {
      isCut = writeSync(fd, bytes) < bytes.length;
    } catch {
      isCut = true;
    }
  };
}
