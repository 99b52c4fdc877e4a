import { createHash } from 'node:crypto';
import { closeSync, openSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Name of the socket for the command line, in the data folder. */
export const SOCKET_FILE = 'station.sock';

/** Maximum length of the address of a Unix socket on every system (108 on Linux, 104 elsewhere), including its terminator. */
const PATH_MAX_BYTES = 103;

/** An address to listen at or to connect to. */
interface SocketPlace extends Disposable {
  /** Undefined if the path of the data folder is too long for a socket. */
  readonly address: string | undefined;
}

/**
 * Address of the socket of a data folder. Linux reaches a folder with a long path through its descriptor; Windows has a
 * pipe, whose name is derived from the folder.
 */
export function socketPlace(folder: string): SocketPlace {
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(realpathSync(folder).toLowerCase()).digest('hex').slice(0, 32);
    return { address: `\\\\.\\pipe\\kitestring-${name}`, [Symbol.dispose]: () => {} };
  }
  const path = join(folder, SOCKET_FILE);
  if (Buffer.byteLength(path) <= PATH_MAX_BYTES) return { address: path, [Symbol.dispose]: () => {} };
  if (process.platform !== 'linux') return { address: undefined, [Symbol.dispose]: () => {} };
  const descriptor = openSync(folder, 'r');
  return { address: `/proc/self/fd/${descriptor}/${SOCKET_FILE}`, [Symbol.dispose]: () => closeSync(descriptor) };
}
