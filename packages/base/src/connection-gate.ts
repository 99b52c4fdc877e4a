import { addressGroup } from './client-address.ts';

/** The part of a socket that the gate needs. */
interface GatedSocket {
  readonly remoteAddress?: string | undefined;
  destroy(): unknown;
  once(event: 'close', listener: () => void): unknown;
}

interface ConnectionLimits {
  readonly connections: number;
  readonly connectionsPerAddress: number;
}

/** Limits connections, in total and per address; an IPv6 host counts once for any address of its /64. */
export class ConnectionGate {
  readonly #limits: ConnectionLimits;
  readonly #open = new Set<GatedSocket>();
  readonly #byAddress = new Map<string, number>();
  #refused = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#open.size;
  }

  /** Number of refusals since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** @returns false when the connection was closed */
  admit(socket: GatedSocket): boolean {
    const address = addressGroup(socket.remoteAddress);
    const ofAddress = this.#byAddress.get(address) ?? 0;
    const { connections, connectionsPerAddress } = this.#limits;
    if (this.#open.size >= connections || ofAddress >= connectionsPerAddress) {
      this.#refused += 1;
      socket.destroy();
      return false;
    }
    this.#open.add(socket);
    this.#byAddress.set(address, ofAddress + 1);
    socket.once('close', () => this.#left(socket, address));
    return true;
  }

  destroyAll(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #left(socket: GatedSocket, address: string): void {
    this.#open.delete(socket);
    const left = (this.#byAddress.get(address) ?? 1) - 1;
    if (left > 0) this.#byAddress.set(address, left);
    else this.#byAddress.delete(address);
  }
}
