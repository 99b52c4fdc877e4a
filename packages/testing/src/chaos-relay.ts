import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { UniformStream } from '@kitestring/contract/random.ts';
import type { SharedLine } from './shared-line.ts';

/** A path through a network, each way. */
export interface PathConditions {
  readonly latencyMs: number;
  /** Share of the packets that are lost, 0 to 1. TCP sends them again, so the bytes come later, and all after them. */
  readonly lossShare: number;
  readonly kbps: number;
}

export const GOOD_PATH: PathConditions = { latencyMs: 0, lossShare: 0, kbps: 1_000_000 };

const PACKET_BYTES = 1460;
/** Shortest and longest time after which TCP sends a packet again. */
const RESEND_MS = { least: 200, most: 8000 };
/** Bytes on their way in one direction, above which the sender is not read, unless the relay is told another number. */
const BUFFER_BYTES = 256 * 1024;

/** Bytes, or the end of the connection as the other side is told it. */
interface Parcel {
  readonly atMs: number;
  readonly bytes: Buffer | 'end';
}

/**
 * A network between clients and one server, on TCP connections of this machine. Loss, latency and bandwidth are those that TCP would show;
 * a partition keeps connections open on both sides, and gives the bytes afterwards as TCP does. Random by a seed.
 */
export class ChaosRelay implements AsyncDisposable {
  conditions: PathConditions = GOOD_PATH;
  /** Bytes of clients go through it too, with all that others send through it. */
  uplink: SharedLine | undefined;
  /** The longest that anything has waited for the line, in the buffer of the network; latency does not count. */
  longestWaitMs = 0;
  /** All that was given to the network, in both directions. */
  carriedBytes = 0;
  readonly #bufferBytes: number;
  readonly #target: number | string;
  readonly #random: UniformStream;
  readonly #server: Server;
  readonly #lines = new Set<Line>();
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
   * @param bufferBytes what the network holds in each direction before it stops the sender; without end in many mobile ones
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

  /** Bytes that are held back or on their way. */
  get heldBytes(): number {
    return [...this.#lines].reduce((sum, line) => sum + line.heldBytes, 0);
  }

  /** Connections that are open on at least one side. */
  get connections(): number {
    return this.#lines.size;
  }

  /** Nothing passes any more, and neither side is told: a partition. New connections hang too. */
  freeze(): void {
    for (const line of this.#lines) line.freeze(true);
    this.#isFrozen = true;
  }

  /** Ends a partition: what was sent meanwhile arrives. */
  thaw(): void {
    this.#isFrozen = false;
    for (const line of this.#lines) line.freeze(false);
  }

  /** A router forgets its connections: those of now are dead until `mend`, and neither side is told; new ones work. */
  forget(): void {
    for (const line of this.#lines) line.forget();
  }

  /** All connections are reset, and new ones too until `mend`. */
  cut(): void {
    this.#isOpen = false;
    for (const line of this.#lines) line.reset();
  }

  /** The network is good again, and says of forgotten connections that it does not know them. */
  mend(): void {
    this.#isOpen = true;
    this.thaw();
    for (const line of this.#lines) if (line.isForgotten) line.reset();
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
    const line = new Line(client, server, {
      bufferBytes: this.#bufferBytes,
      arrivalMs: (bytes, lastMs, isUp) => this.#arrivalMs(bytes, lastMs, isUp),
    });
    this.#lines.add(line);
    line.freeze(this.#isFrozen);
    line.closed.then(() => this.#lines.delete(line));
  }

  /** When a packet that is sent now arrives. @param lastMs when the one before it does: order is kept */
  #arrivalMs(bytes: number, lastMs: number, isUp: boolean): number {
    const { kbps, latencyMs, lossShare } = this.conditions;
    this.carriedBytes += bytes;
    const sentMs = (isUp ? this.uplink?.take(bytes) : undefined) ?? performance.now();
    const earliestMs = sentMs + latencyMs;
    // The line is busy with what was sent before.
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

/** One connection: two directions. */
class Line {
  readonly closed: Promise<void>;
  isForgotten = false;
  readonly #ways: readonly [Way, Way];
  readonly #sockets: readonly [Socket, Socket];

  constructor(client: Socket, server: Socket, passage: Passage) {
    this.#sockets = [client, server];
    this.#ways = [new Way(client, server, true, passage), new Way(server, client, false, passage)];
    for (const socket of this.#sockets) socket.setNoDelay(true);
    this.closed = Promise.all(this.#sockets.map((socket) => once(socket, 'close').catch(() => {}))).then(() => {});
  }

  get heldBytes(): number {
    return this.#ways[0].heldBytes + this.#ways[1].heldBytes;
  }

  freeze(isFrozen: boolean): void {
    for (const way of this.#ways) way.freeze(isFrozen);
  }

  forget(): void {
    this.isForgotten = true;
    for (const way of this.#ways) way.forget();
  }

  reset(): void {
    // Node loses the handle of a socket that is reset while its end is on the way, and the process never exits; one with a path cannot be reset.
    for (const socket of this.#sockets)
      socket.writableEnded || socket.remotePort === undefined ? socket.destroy() : socket.resetAndDestroy();
    for (const way of this.#ways) way.stop();
  }
}

/** One direction of a connection. */
class Way {
  readonly #from: Socket;
  readonly #to: Socket;
  /** From the client to the server. */
  readonly #isUp: boolean;
  readonly #passage: Passage;
  #parcels: Parcel[] = [];
  #bytes = 0;
  #lastMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #state: 'open' | 'frozen' | 'forgotten' = 'open';

  constructor(from: Socket, to: Socket, isUp: boolean, passage: Passage) {
    this.#from = from;
    this.#to = to;
    this.#isUp = isUp;
    this.#passage = passage;
    from.on('data', (bytes: Buffer) => this.#take(bytes));
    from.on('end', () => this.#take('end'));
    // A reset is an end for the other side.
    from.on('error', () => this.#take('end'));
    from.on('close', () => this.#take('end'));
  }

  get heldBytes(): number {
    return this.#bytes;
  }

  freeze(isFrozen: boolean): void {
    if (this.#state === 'forgotten') return;
    this.#state = isFrozen ? 'frozen' : 'open';
    this.#send();
  }

  forget(): void {
    this.#state = 'forgotten';
    this.stop();
    // Read and thrown away, as a router does.
    this.#from.resume();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#parcels = [];
    this.#bytes = 0;
  }

  #take(bytes: Buffer | 'end'): void {
    if (this.#state === 'forgotten') {
      if (bytes === 'end') this.#from.destroy();
      return;
    }
    for (const parcel of bytes === 'end' ? [bytes] : packetsOf(bytes)) {
      this.#lastMs = this.#passage.arrivalMs(parcel === 'end' ? 0 : parcel.length, this.#lastMs, this.#isUp);
      this.#parcels.push({ atMs: this.#lastMs, bytes: parcel });
    }
    if (bytes !== 'end') this.#bytes += bytes.length;
    if (this.#bytes > this.#passage.bufferBytes) this.#from.pause();
    this.#send();
  }

  #send(): void {
    clearTimeout(this.#timer);
    if (this.#state !== 'open') return;
    this.#to.cork();
    for (let first = this.#parcels[0]; first !== undefined; first = this.#parcels[0]) {
      const waitMs = first.atMs - performance.now();
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.#send(), waitMs);
        break;
      }
      this.#parcels.shift();
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

const packetsOf = (bytes: Buffer): readonly Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / PACKET_BYTES) }, (_, index) =>
    bytes.subarray(index * PACKET_BYTES, (index + 1) * PACKET_BYTES),
  );
