import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { UniformStream } from '@kitestring/base/random.ts';
import type { SharedLine } from './shared-line.ts';

/** Conditions of a network path, in each direction. */
export interface PathConditions {
  readonly latencyMs: number;
  /** Packet loss, 0 to 1. TCP retransmits, so lost bytes and all that follow arrive later. */
  readonly lossShare: number;
  readonly kbps: number;
}

export const GOOD_PATH: PathConditions = { latencyMs: 0, lossShare: 0, kbps: 1_000_000 };

const PACKET_BYTES = 1460;
/** Shortest and longest retransmission timeout of TCP. */
const RESEND_MS = { least: 200, most: 8000 };
/** Bytes in transit in one direction above which the sender is paused, unless configured otherwise. */
const BUFFER_BYTES = 256 * 1024;

/** Bytes in transit, or the end of the connection. */
interface QueuedPacket {
  readonly atMs: number;
  readonly bytes: Buffer | 'end';
}

/**
 * A network between clients and one server, emulated on local TCP connections. Loss, latency and bandwidth appear as
 * TCP shows them. A partition keeps connections open on both sides and delivers the bytes afterwards. Random with a
 * seed.
 */
export class ChaosRelay implements AsyncDisposable {
  conditions: PathConditions = GOOD_PATH;
  /** A line shared with other senders, which the bytes of clients pass as well. */
  uplink: SharedLine | undefined;
  /** Longest wait for the line in the network's buffer, without latency. */
  longestWaitMs = 0;
  /** Bytes sent into the network, both directions. */
  carriedBytes = 0;
  readonly #bufferBytes: number;
  readonly #target: number | string;
  readonly #random: UniformStream;
  readonly #server: Server;
  readonly #connections = new Set<RelayedConnection>();
  #isOpen = true;
  #isFrozen = false;

  private constructor(target: number | string, seed: number, bufferBytes: number) {
    this.#target = target;
    this.#bufferBytes = bufferBytes;
    this.#random = new UniformStream(seed);
    this.#server = createServer({ allowHalfOpen: true }, (client) => this.#accept(client));
  }

  /**
   * @param target a port of this machine, or the path of a socket
   * @param bufferBytes capacity of the network in each direction before it stops the sender; unlimited in many mobile
   * networks
   */
  static async start(target: number | string, seed: number, bufferBytes = BUFFER_BYTES): Promise<ChaosRelay> {
    const relay = new ChaosRelay(target, seed, bufferBytes);
    relay.#server.listen(0, '127.0.0.1');
    await once(relay.#server, 'listening');
    return relay;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Bytes held back or in transit. */
  get heldBytes(): number {
    return [...this.#connections].reduce((sum, { heldBytes }) => sum + heldBytes, 0);
  }

  /** Connections that are open on at least one side. */
  get connections(): number {
    return this.#connections.size;
  }

  /** Starts a partition: nothing passes, and neither side is notified. New connections hang as well. */
  freeze(): void {
    for (const connection of this.#connections) connection.freeze(true);
    this.#isFrozen = true;
  }

  /** Ends a partition and delivers the bytes sent during it. */
  thaw(): void {
    this.#isFrozen = false;
    for (const connection of this.#connections) connection.freeze(false);
  }

  /**
   * Drops the router's connection table: existing connections are dead until `mend`, without notification; new ones
   * work.
   */
  forget(): void {
    for (const connection of this.#connections) connection.forget();
  }

  /** Resets all connections, and new ones until `mend`. */
  cut(): void {
    this.#isOpen = false;
    for (const connection of this.#connections) connection.reset();
  }

  /** Restores the network and resets connections that it had dropped. */
  mend(): void {
    this.#isOpen = true;
    this.thaw();
    for (const connection of this.#connections) if (connection.isForgotten) connection.reset();
    this.conditions = GOOD_PATH;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #accept(client: Socket): void {
    if (!this.#isOpen) {
      client.resetAndDestroy();
      return;
    }
    const place = typeof this.#target === 'string' ? { path: this.#target } : { port: this.#target, host: '127.0.0.1' };
    const server = connect({ ...place, allowHalfOpen: true });
    const connection = new RelayedConnection(client, server, {
      bufferBytes: this.#bufferBytes,
      arrivalMs: (bytes, lastMs, isUp) => this.#arrivalMs(bytes, lastMs, isUp),
    });
    this.#connections.add(connection);
    connection.freeze(this.#isFrozen);
    connection.closed.then(() => this.#connections.delete(connection));
  }

  /** Arrival time of a packet sent now. @param lastMs arrival of the previous packet: order is preserved */
  #arrivalMs(bytes: number, lastMs: number, isUp: boolean): number {
    const { kbps, latencyMs, lossShare } = this.conditions;
    this.carriedBytes += bytes;
    const sentMs = (isUp ? this.uplink?.take(bytes) : undefined) ?? performance.now();
    const earliestMs = sentMs + latencyMs;
    // The line is still transmitting earlier packets.
    let atMs = Math.max(earliestMs, lastMs) + (bytes * 8) / kbps;
    this.longestWaitMs = Math.max(this.longestWaitMs, atMs - earliestMs);
    let resendMs = Math.max(RESEND_MS.least, 2 * latencyMs);
    while (this.#random.uniform() < lossShare) {
      atMs += resendMs;
      resendMs = Math.min(2 * resendMs, RESEND_MS.most);
    }
    return atMs;
  }
}

interface Passage {
  readonly bufferBytes: number;
  readonly arrivalMs: (bytes: number, lastMs: number, isUp: boolean) => number;
}

/** Both directions of one connection. */
class RelayedConnection {
  readonly closed: Promise<void>;
  isForgotten = false;
  readonly #directions: readonly [Direction, Direction];
  readonly #sockets: readonly [Socket, Socket];

  constructor(client: Socket, server: Socket, passage: Passage) {
    this.#sockets = [client, server];
    this.#directions = [new Direction(client, server, true, passage), new Direction(server, client, false, passage)];
    for (const socket of this.#sockets) socket.setNoDelay(true);
    this.closed = Promise.all(this.#sockets.map((socket) => once(socket, 'close').catch(() => {}))).then(() => {});
  }

  get heldBytes(): number {
    return this.#directions[0].heldBytes + this.#directions[1].heldBytes;
  }

  freeze(isFrozen: boolean): void {
    for (const direction of this.#directions) direction.freeze(isFrozen);
  }

  forget(): void {
    this.isForgotten = true;
    for (const direction of this.#directions) direction.forget();
  }

  reset(): void {
    // Node loses the handle of a socket that is reset while its end is in transit, and the process never exits; one
    // with a path cannot be reset.
    for (const socket of this.#sockets)
      socket.writableEnded || socket.remotePort === undefined ? socket.destroy() : socket.resetAndDestroy();
    for (const direction of this.#directions) direction.stop();
  }
}

/** One direction of a connection. */
class Direction {
  readonly #from: Socket;
  readonly #to: Socket;
  /** Direction client to server. */
  readonly #isUp: boolean;
  readonly #passage: Passage;
  #queue: QueuedPacket[] = [];
  #bytes = 0;
  #lastMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #state: 'open' | 'frozen' | 'forgotten' | 'stopped' = 'open';

  constructor(from: Socket, to: Socket, isUp: boolean, passage: Passage) {
    this.#from = from;
    this.#to = to;
    this.#isUp = isUp;
    this.#passage = passage;
    from.on('data', (bytes: Buffer) => this.#take(bytes));
    from.on('end', () => this.#take('end'));
    // For the other side a reset is an end.
    from.on('error', () => this.#take('end'));
    from.on('close', () => this.#take('end'));
  }

  get heldBytes(): number {
    return this.#bytes;
  }

  freeze(isFrozen: boolean): void {
    if (this.#state === 'forgotten' || this.#state === 'stopped') return;
    this.#state = isFrozen ? 'frozen' : 'open';
    this.#send();
  }

  forget(): void {
    this.stop();
    this.#state = 'forgotten';
    // Read and discarded, as by a router.
    this.#from.resume();
  }

  /** Both sockets are closing: their ends are not sent on, which a bad path delays by a minute. */
  stop(): void {
    this.#state = 'stopped';
    clearTimeout(this.#timer);
    this.#queue = [];
    this.#bytes = 0;
  }

  #take(bytes: Buffer | 'end'): void {
    if (this.#state === 'stopped') return;
    if (this.#state === 'forgotten') {
      if (bytes === 'end') this.#from.destroy();
      return;
    }
    for (const packet of bytes === 'end' ? [bytes] : packets(bytes)) {
      this.#lastMs = this.#passage.arrivalMs(packet === 'end' ? 0 : packet.length, this.#lastMs, this.#isUp);
      this.#queue.push({ atMs: this.#lastMs, bytes: packet });
    }
    if (bytes !== 'end') this.#bytes += bytes.length;
    if (this.#bytes > this.#passage.bufferBytes) this.#from.pause();
    this.#send();
  }

  #send(): void {
    clearTimeout(this.#timer);
    if (this.#state !== 'open') return;
    this.#to.cork();
    for (let first = this.#queue[0]; first !== undefined; first = this.#queue[0]) {
      const waitMs = first.atMs - performance.now();
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.#send(), waitMs);
        break;
      }
      this.#queue.shift();
      if (first.bytes === 'end') this.#to.end();
      else {
        this.#bytes -= first.bytes.length;
        if (!this.#to.destroyed) this.#to.write(first.bytes);
      }
    }
    this.#to.uncork();
    if (this.#bytes <= this.#passage.bufferBytes && this.#from.isPaused()) this.#from.resume();
  }
}

const packets = (bytes: Buffer): readonly Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / PACKET_BYTES) }, (_, index) =>
    bytes.subarray(index * PACKET_BYTES, (index + 1) * PACKET_BYTES),
  );
