import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { ListenAddress } from './listen-address.ts';
import { listenFault } from './listen-fault.ts';

/** First byte of a TLS handshake record (RFC 8446 section 5.1); no HTTP request starts with it. */
const TLS_HANDSHAKE = 0x16;

interface HttpListenerOptions {
  readonly acceptPlain: (socket: Socket) => void;
  readonly acceptSecure: (socket: Socket) => void;
  /** Maximum number of open connections; further ones are closed at once. */
  readonly connectionsMax: number;
  /** Called for each one that was closed for this reason. */
  readonly onFull: () => void;
  /**
   * Called for each connection. @param open number of open ones @returns a function to call at its end; undefined when
   * it is refused
   */
  readonly takeAddress: (address: string | undefined, open: number) => (() => void) | undefined;
  /** Longest silence before the first byte, milliseconds. */
  readonly silenceMs: number;
  /** Called for a connection that could not be accepted, for example with too many open files; later ones may succeed. */
  readonly onError: (error: Error) => void;
}

/** One listening address; HTTP and HTTPS are distinguished by the first byte of each connection. */
export class HttpListener {
  /** Listening address, with the port that the system chose if requested. */
  readonly address: ListenAddress;
  readonly #server: Server;
  readonly #sockets: ReadonlySet<Socket>;

  private constructor(server: Server, sockets: ReadonlySet<Socket>, address: ListenAddress) {
    this.#server = server;
    this.#sockets = sockets;
    this.address = address;
  }

  /** @throws ListenFault when the address is not available */
  static async open(wanted: ListenAddress, options: HttpListenerOptions): Promise<HttpListener> {
    const sockets = new Set<Socket>();
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      const giveBack = options.takeAddress(socket.remoteAddress, sockets.size);
      if (giveBack === undefined) {
        socket.destroy();
        return;
      }
      sockets.add(socket);
      socket.once('close', () => {
        sockets.delete(socket);
        giveBack();
      });
      sort(socket, options);
    });
    server.maxConnections = options.connectionsMax;
    server.on('drop', options.onFull);
    await listen(server, wanted, options.onError);
    const { port } = server.address() as AddressInfo;
    return new HttpListener(server, sockets, { host: wanted.host, port });
  }

  /** Accepts no more connections; open ones stay. */
  close(): void {
    this.#server.close();
  }

  /** Closes connections without any data so far. */
  dropSilent(): void {
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
  }

  /** Resolves when the current connections have ended. */
  async whenEmpty(): Promise<void> {
    await Promise.all([...this.#sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  }

  /** Ends every connection at once. */
  destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/**
 * Waits for the first byte and passes the connection on. The byte is unread first: HTTP parser and TLS take over the
 * handle itself, so that a connection costs one extra read in its life.
 */
function sort(socket: Socket, { acceptPlain, acceptSecure, silenceMs }: HttpListenerOptions): void {
  const drop = () => socket.destroy();
  socket.setTimeout(silenceMs, drop);
  socket.on('error', drop);
  socket.once('end', drop);
  socket.once('data', (first: Buffer) => {
    socket.setTimeout(0, drop);
    socket.off('end', drop);
    socket.pause();
    socket.unshift(first);
    if (first[0] === TLS_HANDSHAKE) {
      // As in Node's own server: TLS closes both directions at once, and a peer that leaves during the handshake would
      // stay open on our side.
      socket.allowHalfOpen = false;
      acceptSecure(socket);
    } else {
      acceptPlain(socket);
      socket.resume();
    }
  });
}

function listen(server: Server, { host, port }: ListenAddress, onError: (error: Error) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenFault({ host, port }, error)));
    server.listen({ host, port }, () => {
      server.removeAllListeners('error');
      server.on('error', onError);
      resolve();
    });
  });
}
