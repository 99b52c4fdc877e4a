import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { UniformStream } from '@kitestring/base/random.ts';

/** Properties of a network. */
interface LinkQuality {
  /** Each way, for all connections together. */
  readonly bitsPerS: number;
  /** Share of the packets that are lost and sent again, 0 to 1. */
  readonly lossShare: number;
}

export const SOUND: LinkQuality = { bitsPerS: Number.POSITIVE_INFINITY, lossShare: 0 };

const PACKET_BYTES = 1400;
/** Buffer of routers: a larger one makes them slower, not better. */
const QUEUE_BYTES = 64 * 1024;
/** TCP sends again what was lost after at least so long (RFC 6298 has 1 s, Linux 0.2 s). */
const SENT_AGAIN_AFTER_MS = 250;

interface Packet {
  readonly bytes: Buffer;
  readonly to: Socket;
}

/** One direction of a link: packets queue up before it, and one after the other goes through. */
class Lane {
  readonly #quality: () => LinkQuality;
  readonly #random: UniformStream;
  readonly #queue: Packet[] = [];
  readonly #held = new Set<Socket>();
  readonly #notBeforeMs = new WeakMap<Socket, number>();
  #queuedBytes = 0;
  #freeAtMs = 0;
  #leftBytes = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(quality: () => LinkQuality, random: UniformStream) {
    this.#quality = quality;
    this.#random = random;
  }

  send(from: Socket, to: Socket, bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at += PACKET_BYTES) {
      this.#queue.push({ to, bytes: bytes.subarray(at, at + PACKET_BYTES) });
    }
    this.#queuedBytes += bytes.length;
    if (this.#queuedBytes > QUEUE_BYTES) {
      this.#held.add(from);
      from.pause();
    }
    this.#next();
  }

  letThrough(bytes: number): void {
    this.#leftBytes = bytes;
    this.#next();
  }

  #next(): void {
    const packet = this.#queue[0];
    if (this.#timer !== undefined || packet === undefined || this.#leftBytes <= 0) return;
    const { bitsPerS } = this.#quality();
    const nowMs = performance.now();
    this.#freeAtMs = Math.max(nowMs, this.#freeAtMs) + (8000 * packet.bytes.length) / bitsPerS;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#queue.shift();
      this.#leftBytes -= packet.bytes.length;
      this.#queuedBytes -= packet.bytes.length;
      this.#arrive(packet);
      this.#letGo();
      this.#next();
    }, this.#freeAtMs - nowMs);
  }

  /** All of them: one that sends little may have nothing left in the queue. */
  #letGo(): void {
    if (this.#queuedBytes > QUEUE_BYTES / 2) return;
    for (const socket of this.#held) socket.resume();
    this.#held.clear();
  }

  /** Lost packets arrive later, and everything of their connection after them. */
  #arrive({ bytes, to }: Packet): void {
    const nowMs = performance.now();
    const lateMs = this.#random.uniform() < this.#quality().lossShare ? SENT_AGAIN_AFTER_MS : 0;
    const atMs = Math.max(nowMs + lateMs, this.#notBeforeMs.get(to) ?? 0);
    this.#notBeforeMs.set(to, atMs);
    if (atMs <= nowMs) to.write(bytes);
    else setTimeout(() => to.write(bytes), atMs - nowMs);
  }
}

/** A network between page and station that is as good as it is set to be. */
export class SlowLink implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #robbed = new Set<Socket>();
  readonly #down: Lane;
  quality: LinkQuality = SOUND;
  #isSwallowing = false;

  private constructor(stationPort: number, seed: number) {
    const random = new UniformStream(seed);
    const [up, down] = [new Lane(() => this.quality, random), new Lane(() => this.quality, random)];
    this.#down = down;
    this.#server = createServer((page) => {
      const station = createConnection(stationPort, '127.0.0.1');
      this.#join(page, station, up);
      this.#join(station, page, down);
    });
  }

  /** @param stationUrl `http://HOST:PORT` of a station on this machine */
  static async to(stationUrl: string, seed: number): Promise<SlowLink> {
    const link = new SlowLink(Number(new URL(stationUrl).port), seed);
    await new Promise<void>((resolve) => link.#server.listen(0, '127.0.0.1', resolve));
    return link;
  }

  /** The address of the station behind it. */
  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the link is closed');
    return `http://127.0.0.1:${address.port}`;
  }

  #join(from: Socket, to: Socket, lane: Lane): void {
    this.#sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (bytes: Buffer) => {
      if (this.#isSwallowing) this.#robbed.add(from);
      else lane.send(from, to, bytes);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }

  /** Nothing arrives, without an error. Connections that have lost data by then break at the end of it. */
  set isSwallowing(isSwallowing: boolean) {
    this.#isSwallowing = isSwallowing;
    if (isSwallowing) return;
    for (const socket of this.#robbed) socket.destroy();
    this.#robbed.clear();
  }

  /** So many bytes get to the page from now on, and no more. */
  letThrough(bytes: number): void {
    this.#down.letThrough(bytes);
  }

  /** Breaks every connection; new ones can be made. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
