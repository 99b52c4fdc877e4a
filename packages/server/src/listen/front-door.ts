import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { ListenAddress } from '../server-settings.ts';
import { listenFault } from './listen-fault.ts';

/** First byte of a TLS record that holds a handshake (RFC 8446 section 5.1); no HTTP request begins with it. */
const TLS_HANDSHAKE = 0x16;

export interface FrontDoorParts {
  readonly acceptPlain: (socket: Socket) => void;
  readonly acceptSecure: (socket: Socket) => void;
  /** Connections open at a time; one more is closed at once. */
  readonly connectionsMax: number;
  /** Asked for each connection. @returns what is called when it has ended; undefined when it may not be there */
  readonly takeAddress: (address: string | undefined) => (() => void) | undefined;
  /** How long a connection may stay silent before its first byte, milliseconds. */
  readonly silenceMs: number;
  /** Told of a connection that could not be taken, for example with too many files open; the next one may be. */
  readonly onError: (error: Error) => void;
}

/** One place to listen at, where HTTP and HTTPS are told apart by the first byte of each connection. */
export class FrontDoor {
  /** Where it listens, with the port that the system chose if it was asked to. */
  readonly address: ListenAddress;
  readonly #server: Server;
  readonly #sockets: ReadonlySet<Socket>;

  private constructor(server: Server, sockets: ReadonlySet<Socket>, address: ListenAddress) {
    this.#server = server;
    this.#sockets = sockets;
    this.address = address;
  }

  /** @throws ListenFault when the address cannot be had */
  static async open(wanted: ListenAddress, parts: FrontDoorParts): Promise<FrontDoor> {
    const sockets = new Set<Socket>();
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      const giveBack = parts.takeAddress(socket.remoteAddress);
      if (giveBack === undefined) {
        socket.destroy();
        return;
      }
      sockets.add(socket);
      socket.once('close', () => {
        sockets.delete(socket);
        giveBack();
      });
      sort(socket, parts);
    });
    server.maxConnections = parts.connectionsMax;
    await listen(server, wanted, parts.onError);
    const { port } = server.address() as AddressInfo;
    return new FrontDoor(server, sockets, { host: wanted.host, port });
  }

  /** Takes no more connections; those that are open stay. */
  close(): void {
    this.#server.close();
  }

  /** Drops the connections that have not said anything yet. */
  dropSilent(): void {
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
  }

  /** Kept when the connections that are open now have ended. */
  async whenEmpty(): Promise<void> {
    await Promise.all([...this.#sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  }

  /** Ends every connection at once. */
  destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/**
 * Waits for the first byte and hands the connection on. The bytes go back where they came from, before anything else is
 * read: the HTTP parser and TLS then take over the handle itself, so that a connection costs one extra read in its life.
 */
function sort(socket: Socket, { acceptPlain, acceptSecure, silenceMs }: FrontDoorParts): void {
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
      // As a server of Node has it: TLS ends in both directions at once, and a peer that leaves during the handshake
      // would otherwise stay open on our side.
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
