import { createServer, type Server, type Socket } from 'node:net';
import type { Clock } from '@kitestring/base/clock.ts';
import { addressText, hostAndPort, type MavlinkAddress } from '../address.ts';
import {
  listenFault,
  type MavlinkTransport,
  PEERS_MAX,
  type SendClass,
  type TransportEvents,
  type TransportState,
} from './mavlink-transport.ts';
import { StreamSender } from './stream-sender.ts';

type ListenAddress = Extract<MavlinkAddress, { host: string }>;

interface Connection {
  readonly socket: Socket;
  readonly sender: StreamSender;
}

/** Takes TCP connections, `PEERS_MAX` of them. */
export class TcpListener implements MavlinkTransport {
  readonly framing = 'Stream';
  readonly #server: Server;
  readonly #clock: Clock;
  readonly #events: TransportEvents;
  readonly #connections = new Map<string, Connection>();
  #droppedBefore = 0;
  #isClosed = false;

  private constructor(server: Server, clock: Clock, events: TransportEvents) {
    this.#server = server;
    this.#clock = clock;
    this.#events = events;
    server.maxConnections = PEERS_MAX;
    server.on('connection', (socket) => this.#take(socket));
  }

  /** @throws TransportFault when the port cannot be had */
  static async open(address: ListenAddress, clock: Clock, events: TransportEvents): Promise<TcpListener> {
    const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 10_000 });
    const listener = new TcpListener(server, clock, events);
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error) => reject(listenFault(addressText(address), error)));
      server.listen(address.port, address.host, resolve);
    });
    return listener;
  }

  get state(): TransportState {
    if (this.#isClosed) return { state: 'Closed' };
    const bound = this.#server.address();
    const peers = [...this.#connections.keys()];
    return { state: 'Open', peers, ...(typeof bound === 'object' && bound !== null && { boundTo: bound.port }) };
  }

  get dropped(): number {
    return [...this.#connections.values()].reduce((sum, { sender }) => sum + sender.dropped, this.#droppedBefore);
  }

  localAddressOf(peer: string): string | undefined {
    return this.#connections.get(peer)?.socket.localAddress;
  }

  send(bytes: Uint8Array, sendClass: SendClass, peer?: string): void {
    if (peer !== undefined) this.#connections.get(peer)?.sender.send(bytes, sendClass);
    else for (const { sender } of this.#connections.values()) sender.send(bytes, sendClass);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const { socket } of this.#connections.values()) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#events.onState?.(this.state);
  }

  #take(socket: Socket): void {
    const name = hostAndPort(socket.remoteAddress ?? '', socket.remotePort ?? 0);
    const sender = new StreamSender(socket, this.#clock, () => socket.destroy());
    this.#connections.set(name, { socket, sender });
    socket.on('data', (bytes: Buffer) => void this.#events.onBytes(bytes, name));
    // The close follows, and says enough.
    socket.on('error', () => {});
    socket.on('end', () => socket.destroy());
    socket.on('close', () => {
      sender.stop();
      this.#connections.delete(name);
      this.#droppedBefore += sender.dropped;
      this.#events.onPeerLeft?.(name);
      if (!this.#isClosed) this.#events.onState?.(this.state);
    });
    this.#events.onState?.(this.state);
  }
}
