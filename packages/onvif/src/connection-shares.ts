import { addressGroup } from '@kitestring/base/client-address.ts';

const CONNECTIONS_MAX = 256;
/** Those of one address leave room for others. */
const PER_ADDRESS_MAX = 64;
/** Never taken by connections that have signed in: a newcomer can do so only with a connection. */
const NOT_SIGNED_IN_MIN = 64;

/** The part of a socket that is needed here. */
interface SharedSocket {
  readonly remoteAddress?: string | undefined;
  destroy(): unknown;
  once(event: 'close', listener: () => void): unknown;
}

interface OpenConnection {
  readonly socket: SharedSocket;
  /** Group of addresses that counts as one client. */
  readonly address: string;
  isSignedIn: boolean;
  /** Requests that have no answer yet. */
  requests: number;
}

/**
 * Shares the connections of the port among addresses. When all are taken, a newcomer gets one of the address that has the most, so that no
 * few addresses can keep others out; those that have signed in are spared as long as enough others are left.
 */
export class ConnectionShares {
  /** The oldest first. */
  readonly #open = new Map<SharedSocket, OpenConnection>();

  get count(): number {
    return this.#open.size;
  }

  /** @returns false when the connection was closed */
  admit(socket: SharedSocket): boolean {
    const address = addressGroup(socket.remoteAddress);
    const all = [...this.#open.values()];
    const isRefused = countOf(all, address) >= PER_ADDRESS_MAX || !this.#hasRoom(all, address);
    if (isRefused) {
      socket.destroy();
      return false;
    }
    this.#open.set(socket, { socket, address, isSignedIn: false, requests: 0 });
    socket.once('close', () => this.#open.delete(socket));
    return true;
  }

  /** Credentials of a user came by this connection. */
  signIn(socket: SharedSocket): void {
    const connection = this.#open.get(socket);
    if (connection !== undefined) connection.isSignedIn = true;
  }

  /** @returns to be called when the request is answered */
  beginRequest(socket: SharedSocket): () => void {
    const connection = this.#open.get(socket);
    if (connection === undefined) return () => {};
    connection.requests += 1;
    return () => {
      connection.requests -= 1;
    };
  }

  destroyAll(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }

  /** Makes room where that takes from an address which has more than the newcomer's. */
  #hasRoom(all: readonly OpenConnection[], address: string): boolean {
    if (all.length < CONNECTIONS_MAX) return true;
    const others = all.filter(({ isSignedIn }) => !isSignedIn);
    const pool = others.length >= NOT_SIGNED_IN_MIN ? others : all.filter(({ isSignedIn }) => isSignedIn);
    const most = connectionsOfMost(pool);
    if (most.length <= countOf(pool, address)) return false;
    const ended = most.find(({ isSignedIn, requests }) => !isSignedIn || requests === 0) ?? most[0];
    if (ended === undefined) return false;
    // At once: its end is told later.
    this.#open.delete(ended.socket);
    ended.socket.destroy();
    return true;
  }
}

const countOf = (connections: readonly OpenConnection[], address: string): number =>
  connections.filter((one) => one.address === address).length;

function connectionsOfMost(connections: readonly OpenConnection[]): readonly OpenConnection[] {
  const byAddress = Map.groupBy(connections, ({ address }) => address);
  let most: readonly OpenConnection[] = [];
  for (const own of byAddress.values()) if (own.length > most.length) most = own;
  return most;
}
