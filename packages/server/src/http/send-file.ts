import type { FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';

/** Two of these per download: smaller ones take more turns of the event loop, larger ones only memory. */
const PIECE_BYTES = 256 * 1024;
const EMPTY = Buffer.alloc(0);

/** A stretch of the file, from its byte `first` on. */
export interface FileStretch {
  readonly first: number;
  readonly length: number;
}

/** What is sent of a file: its stretches in turn, with bytes of the server’s own before, between and after them. */
export interface FileParts {
  readonly file: FileHandle;
  readonly pieces: readonly (FileStretch | Uint8Array)[];
}

/**
 * Sends parts of a file as fast as the client takes it, reading the next piece meanwhile. The two buffers are used again
 * and again: new ones for each piece would keep the garbage collector busy. Ends the connection when the file ends early
 * or cannot be read; a client that goes is no fault.
 */
export async function sendFile({ file, pieces }: FileParts, response: ServerResponse): Promise<void> {
  const gone = new Promise<'gone'>((resolve) => response.once('close', () => resolve('gone')));
  const size = Math.min(PIECE_BYTES, Math.max(...pieces.map(({ length }) => length)));
  const buffers = [0, 1].map(() => Buffer.allocUnsafeSlow(size));
  try {
    let writing: Promise<'gone' | 'written'> = Promise.resolve('written');
    for (const piece of pieces) {
      if (piece instanceof Uint8Array) {
        if ((await writing) === 'gone') return;
        writing = Promise.race([gone, written(response, piece)]);
        continue;
      }
      const { first, length } = piece;
      for (let sent = 0; sent < length; buffers.reverse()) {
        const [buffer = EMPTY] = buffers;
        const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, length - sent), first + sent);
        if (bytesRead === 0 || (await writing) === 'gone') return void response.destroy();
        writing = Promise.race([gone, written(response, buffer.subarray(0, bytesRead))]);
        sent += bytesRead;
      }
    }
    await writing;
    response.end();
  } catch {
    response.destroy();
  } finally {
    await file.close();
  }
}

const written = (response: ServerResponse, bytes: Uint8Array): Promise<'gone' | 'written'> =>
  new Promise((resolve) => response.write(bytes, (fault) => resolve(fault ? 'gone' : 'written')));
