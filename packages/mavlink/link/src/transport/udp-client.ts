import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import { hostAndPort, type MavlinkAddress } from '../address.ts';
import { datagramFits } from './datagram-queue.ts';
import type { MavlinkTransport, SendClass, TransportEvents, TransportState } from './mavlink-transport.ts';
import { reconnectWaitUs } from './reconnect-backoff.ts';

type NetworkAddress = Extract<MavlinkAddress, { host: string }>;

/** Sends to one UDP port, and takes packets from there only. */
export class UdpClient implements MavlinkTransport {
  readonly framing = 'Datagram';
  readonly #peer: string;
  readonly #address: NetworkAddress;
  readonly #clock: Clock;
  readonly #events: TransportEvents;
  #socket: Socket | undefined;
  #state: TransportState = { state: 'Down', reason: 'not connected yet' };
  #failures = 0;
  #dropped = 0;
  #cancelRetry: Cancel = () => {};

  constructor(address: NetworkAddress, clock: Clock, events: TransportEvents) {
    this.#peer = hostAndPort(address.host, address.port);
    this.#address = address;
    this.#clock = clock;
    this.#events = events;
    void this.#open();
  }

  get state(): TransportState {
    return this.#state;
  }

  get dropped(): number {
    return this.#dropped;
  }

  localAddressOf(): string | undefined {
    return this.#state.state === 'Open' ? this.#socket?.address().address : undefined;
  }

  send(bytes: Uint8Array, sendClass: SendClass, peer = this.#peer): void {
    const socket = this.#socket;
    if (socket === undefined || this.#state.state !== 'Open' || peer !== this.#peer) return;
    // A port at which no program listens yet refuses: that is no fault of the line.
    if (datagramFits(socket, sendClass)) socket.send(bytes, () => {});
    else this.#dropped += 1;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#state.state === 'Closed') return;
    this.#cancelRetry();
    this.#become({ state: 'Closed' });
    this.#closeSocket();
  }

  async #open(): Promise<void> {
    try {
      // The name of an aircraft may be unknown until its network is there.
      const { address, family } = await lookup(this.#address.host);
      if (this.#state.state === 'Closed') return;
      this.#connect(createSocket(family === 6 ? 'udp6' : 'udp4'), address);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #connect(socket: Socket, host: string): void {
    this.#socket = socket;
    socket.on('message', (bytes) => void this.#events.onBytes(bytes, this.#peer));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNREFUSED') this.#fail(error);
    });
    socket.on('connect', () => {
      this.#failures = 0;
      this.#become({ state: 'Open', peers: [this.#peer] });
    });
    socket.connect(this.#address.port, host);
  }

  #fail({ message }: Error): void {
    if (this.#state.state === 'Closed') return;
    this.#closeSocket();
    this.#failures += 1;
    this.#cancelRetry = this.#clock.schedule(
      this.#clock.nowUs() + reconnectWaitUs(this.#failures),
      () => void this.#open(),
    );
    this.#become({ state: 'Down', reason: message });
  }

  #closeSocket(): void {
    this.#socket?.removeAllListeners();
    // A datagram that is under way may still fail.
    this.#socket?.on('error', () => {});
    this.#socket?.close();
    this.#socket = undefined;
  }

  #become(state: TransportState): void {
    this.#state = state;
    this.#events.onState?.(state);
  }
}
