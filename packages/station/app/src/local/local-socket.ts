import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import type { Log } from '@kitestring/base/log.ts';
import { StoreFault } from '@kitestring/base/store-fault.ts';
import { type AdministrationDeps, AdministrationFault, administrationActions } from './administration.ts';
import { SOCKET_FILE, socketPlace } from './socket-place.ts';

/** Limit of a request; one connection has one request, with at most a password and a name. */
const REQUEST_MAX_BYTES = 64 * 1024;
const CONNECTIONS_MAX = 16;
/** The command line sends its request at once. */
const SILENCE_MS = 10_000;

/** A request over the socket, as a line of JSON; the answer is another. */
interface SocketRequest {
  readonly action: string;
  readonly input: object;
}

export type SocketAnswer = { readonly value: unknown } | { readonly refused: string; readonly isUsage: boolean };

export interface LocalSocketDeps extends AdministrationDeps {
  readonly folder: string;
  /** Whether the station may not be restarted. */
  readonly isAirborne: () => boolean;
  /** An acknowledged change is stored: an answer waits for the disk. */
  readonly settled: () => Promise<void> | undefined;
  readonly log: Log;
}

/**
 * The socket on which the command line sends changes of accounts and plugins to this station, so that only the station
 * writes them. Only the user of the station can open it (mode 0600). Without it, on file systems without sockets, the
 * command line refuses changes while the station runs.
 */
export async function openLocalSocket({ folder, log, settled, ...deps }: LocalSocketDeps): Promise<AsyncDisposable> {
  const place = socketPlace(folder);
  // The scripts of a package of the system ask whether the Kite is in the air.
  const actions = { ...administrationActions(deps), airborne: async (_: object) => deps.isAirborne() };
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    serve(socket, { actions, log, settled });
  });
  server.maxConnections = CONNECTIONS_MAX;
  const close = async () => {
    for (const socket of open) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
    place[Symbol.dispose]();
  };
  try {
    if (place.address === undefined) throw new Error('the path of the data folder is too long for a socket');
    // The lock of the folder is held: an existing socket was left by a killed station.
    if (process.platform !== 'win32') rmSync(join(folder, SOCKET_FILE), { force: true });
    listenPrivately(() => server.listen(place.address));
    await once(server, 'listening');
    server.on('error', (fault) => log.warn({ err: fault }, 'the socket of the command line failed'));
  } catch (fault) {
    log.warn(
      { err: fault },
      'no socket for the command line: it cannot change accounts and plugins while this station runs',
    );
  }
  return { [Symbol.asyncDispose]: close };
}

/** Binds the socket with mode 0600 from its first moment: a listener binds before `listen` returns. */
function listenPrivately(listen: () => void): void {
  // Only the main thread may set it.
  const before = isMainThread ? process.umask(0o177) : undefined;
  try {
    listen();
  } finally {
    if (before !== undefined) process.umask(before);
  }
}

interface Served extends Pick<LocalSocketDeps, 'log' | 'settled'> {
  readonly actions: Readonly<Record<string, (input: never) => Promise<unknown>>>;
}

function serve(socket: Socket, served: Served): void {
  let text = '';
  socket.setEncoding('utf8').setTimeout(SILENCE_MS, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    text += chunk;
    if (text.length > REQUEST_MAX_BYTES) socket.destroy();
  });
  socket.on('end', () => {
    answer(text, served).then(
      (answered) => socket.end(`${JSON.stringify(answered)}\n`),
      () => socket.destroy(),
    );
  });
}

/** Undefined for anything else, such as nothing: the command line looks first whether a station listens. */
function requestIn(text: string): SocketRequest | undefined {
  try {
    return (JSON.parse(text) as SocketRequest | null) ?? undefined;
  } catch {
    return undefined;
  }
}

async function answer(text: string, { actions, log, settled }: Served): Promise<SocketAnswer> {
  const request = requestIn(text);
  if (request === undefined) return { refused: 'this is no request of the command line', isUsage: false };
  try {
    const { action, input } = request;
    if (!Object.hasOwn(actions, action)) return { refused: `this station knows no "${action}"`, isUsage: false };
    const value = await actions[action]?.(input as never);
    await settled();
    return { value };
  } catch (fault) {
    if (fault instanceof AdministrationFault) return { refused: fault.message, isUsage: fault.isUsage };
    if (fault instanceof StoreFault) return { refused: fault.message, isUsage: false };
    log.error({ err: fault }, 'an action of the command line failed');
    return { refused: 'the station failed to do it; its log says why', isUsage: false };
  }
}
