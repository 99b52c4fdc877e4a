import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { Clock } from '@kitestring/base/clock.ts';
import { addressText, hostAndPort, type MavlinkAddress } from '../address.ts';
import { datagramFits } from './datagram-queue.ts';
import {
  listenFault,
  type MavlinkTransport,
  PEERS_MAX,
  type SendClass,
  type TransportEvents,
  type TransportState,
} from './mavlink-transport.ts';

type ListenAddress = Extract<MavlinkAddress, { host: string }>;

/** Every end sends its heartbeat once a second: one that is silent for so long gets orders only, and gives its place to another. */
const SILENT_AFTER_US = 30_000_000;

interface UdpPeer {
  readonly host: string;
  readonly port: number;
  heardUs: number;
  localAddress?: string;
}

/** Listens on a UDP port, and learns who has sent a valid packet. */
export class UdpListener implements MavlinkTransport {
  readonly framing = 'Datagram';
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #events: TransportEvents;
  readonly #peers = new Map<string, UdpPeer>();
  #dropped = 0;
  #isClosed = false;

  private constructor(socket: Socket, clock: Clock, events: TransportEvents) {
    this.#socket = socket;
    this.#clock = clock;
    this.#events = events;
    socket.on('message', (bytes, from) => this.#receive(bytes, from));
    // An unreachable peer is not a fault of the others.
    socket.on('error', () => {});
  }

  /** @throws TransportFault when the port cannot be had */
  static async open(address: ListenAddress, clock: Clock, events: TransportEvents): Promise<UdpListener> {
    const socket = createSocket({ type: isIPv6(address.host) ? 'udp6' : 'udp4' });
    await new Promise<void>((resolve, reject) => {
      socket.once('error', (error) => reject(listenFault(addressText(address), error)));
      socket.bind(address.port, address.host, resolve);
    }).catch((fault: unknown) => {
      socket.close();
      throw fault;
    });
    socket.removeAllListeners('error');
    return new UdpListener(socket, clock, events);
  }

  get state(): TransportState {
    if (this.#isClosed) return { state: 'Closed' };
    return { state: 'Open', peers: [...this.#peers.keys()], boundTo: this.#socket.address().port };
  }

  get dropped(): number {
    return this.#dropped;
  }

  send(bytes: Uint8Array, sendClass: SendClass, peer?: string): void {
    if (this.#isClosed) return;
    const only = peer === undefined ? undefined : this.#peers.get(peer);
    const targets = peer === undefined ? this.#peers.values() : only === undefined ? [] : [only];
    for (const target of targets) {
      if (sendClass === 'Telemetry' && this.#isSilent(target)) continue;
      if (datagramFits(this.#socket, sendClass)) this.#socket.send(bytes, target.port, target.host, () => {});
      else this.#dropped += 1;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await new Promise<void>((resolve) => this.#socket.close(() => resolve()));
    this.#events.onState?.(this.state);
  }

  localAddressOf(peer: string): string | undefined {
    return this.#peers.get(peer)?.localAddress;
  }

  #receive(bytes: Uint8Array, { address, port }: RemoteInfo): void {
    const name = hostAndPort(address, port);
    if (!this.#events.onBytes(bytes, name)) return;
    const known = this.#peers.get(name);
    if (known !== undefined) known.heardUs = this.#clock.nowUs();
    else this.#learn(name, { host: address, port, heardUs: this.#clock.nowUs() });
  }

  #learn(name: string, peer: UdpPeer): void {
    if (this.#peers.size >= PEERS_MAX) {
      const [silent] = [...this.#peers].find(([, other]) => this.#isSilent(other)) ?? [];
      if (silent === undefined) return;
      this.#peers.delete(silent);
      this.#events.onPeerLeft?.(silent);
    }
    this.#peers.set(name, peer);
    const { address } = this.#socket.address();
    if (ANY.includes(address)) askRoute(peer);
    else peer.localAddress = address;
    this.#events.onState?.(this.state);
  }

  #isSilent({ heardUs }: UdpPeer): boolean {
    return this.#clock.nowUs() - heardUs > SILENT_AFTER_US;
  }
}

const ANY: readonly string[] = ['0.0.0.0', '::'];

/** A socket that listens on all interfaces does not tell by which one an end is reached: one that is connected to the end does. */
function askRoute(peer: UdpPeer): void {
  const probe = createSocket(isIPv6(peer.host) ? 'udp6' : 'udp4').unref();
  probe.on('error', () => probe.close());
  probe.connect(peer.port, peer.host, () => {
    peer.localAddress = probe.address().address;
    probe.close();
  });
}
