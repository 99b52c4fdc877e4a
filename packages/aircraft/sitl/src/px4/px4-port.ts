import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import { decode, Splitter } from '@kitestring/mavlink-codec/codec.ts';
import { listenFault } from '../run/listen-fault.ts';
import type { AutopilotPort, PortCounts, PortEvent } from '../run/port-event.ts';
import { HilSession, type HilSessionOptions } from './hil-session.ts';

/** Real time: waits of 0 ms end in the next turn of the event loop. */
export interface RealTimers {
  nowMs(): number;
  setTimer(delayMs: number, callback: () => void): Cancel;
}

export interface Px4PortOptions extends HilSessionOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Simulated time per real time, at most. */
  readonly speed: number;
  readonly onEvent: (event: PortEvent) => void;
  readonly timers: RealTimers;
  /** For deadlines within the stream of packets. */
  readonly clock: Clock;
}

/** PX4 answers a frame within milliseconds: beyond this it is stopped, or has left the frame out. */
const ANSWER_MS = 200;
/** PX4 sends its heartbeat as soon as it is connected: who does not speak MAVLink by then is disconnected. */
const FIRST_PACKET_MS = 5000;
/** Sensors that PX4 has not read yet: beyond it time stands. */
const UNREAD_MAX_BYTES = 64 * 1024;
/** A delay that is not caught up: the machine was busy, or asleep. */
const LATE_MAX_MS = 200;

interface Peer {
  readonly socket: Socket;
  readonly name: string;
  readonly splitter: Splitter;
  isKnown: boolean;
}

/** Listens for PX4's SITL on TCP, and gives it its sensors frame by frame. */
export class Px4Port implements AutopilotPort {
  readonly #options: Px4PortOptions;
  readonly #server: Server;
  readonly #session: HilSession;
  #peer: Peer | undefined;
  #garbageBefore = 0;
  #hasToldGarbage = false;
  #hasToldSilence = false;
  #isAwaiting = false;
  /** Real time at which simulated time was 0. */
  #startMs = 0;
  #cancelTimer: Cancel = () => {};
  #isClosed = false;

  private constructor(options: Px4PortOptions, server: Server) {
    this.#options = options;
    this.#server = server;
    this.#session = new HilSession(options);
    server.on('connection', (socket) => this.#connect(socket));
  }

  /** @throws TetherListenFault when the port cannot be had */
  static async listen(options: Px4PortOptions): Promise<Px4Port> {
    const { host, port } = options;
    const server = createServer({ noDelay: true });
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error) => reject(listenFault(`TCP port ${port} of ${host}`, error)));
      server.listen(port, host, resolve);
    });
    server.removeAllListeners('error');
    server.on('error', () => {});
    return new Px4Port(options, server);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get peer(): string | undefined {
    return this.#peer?.name;
  }

  get counts(): PortCounts {
    const { badChecksums = 0, garbageBytes = 0 } = this.#peer?.splitter.counts ?? {};
    return { steps: this.#session.steps, garbage: this.#garbageBefore + badChecksums + garbageBytes };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#cancelTimer();
    this.#peer?.socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #connect(socket: Socket): void {
    const name = `${socket.remoteAddress}:${socket.remotePort}`;
    // The close follows, and says enough.
    socket.on('error', () => {});
    if (this.#peer !== undefined) {
      this.#options.onEvent({ event: 'SecondPeer', peer: name });
      socket.destroy();
      return;
    }
    const splitter = new Splitter({
      clock: this.#options.clock,
      onPacket: (packet) => {
        const message = decode(packet);
        if (this.#peer === peer && message !== undefined) this.#take(message);
      },
    });
    const peer: Peer = { socket, name, splitter, isKnown: false };
    this.#peer = peer;
    socket.on('data', (bytes: Buffer) => {
      splitter.push(bytes);
      this.#tellGarbage(peer);
    });
    socket.on('end', () => socket.destroy());
    socket.on('close', () => this.#leave(peer));
    this.#after(FIRST_PACKET_MS, () => socket.destroy());
  }

  #leave(peer: Peer): void {
    const { badChecksums, garbageBytes } = peer.splitter.counts;
    this.#garbageBefore += badChecksums + garbageBytes;
    peer.splitter[Symbol.dispose]();
    this.#peer = undefined;
    this.#hasToldGarbage = false;
    this.#cancelTimer();
    if (peer.isKnown && !this.#isClosed) this.#options.onEvent({ event: 'Disconnected', peer: peer.name });
  }

  #tellGarbage({ name, splitter }: Peer): void {
    const { badChecksums, garbageBytes } = splitter.counts;
    if (this.#hasToldGarbage || badChecksums + garbageBytes === 0) return;
    this.#hasToldGarbage = true;
    this.#options.onEvent({ event: 'Garbage', peer: name });
  }

  #take(message: Parameters<HilSession['take']>[0]): void {
    const peer = this.#peer as Peer;
    if (!peer.isKnown) {
      peer.isKnown = true;
      this.#options.onEvent({ event: 'Connected', peer: peer.name });
      this.#session.restart('Connected');
      this.#startMs = this.#options.timers.nowMs();
      this.#hasToldSilence = false;
      this.#isAwaiting = false;
      this.#plan();
    }
    if (!this.#session.take(message) || !this.#isAwaiting) return;
    this.#isAwaiting = false;
    this.#plan();
  }

  /** The next frame at its time. */
  #plan(): void {
    const { speed, timers } = this.#options;
    const dueMs = this.#startMs + (1000 * this.#session.timeS) / speed;
    const lateMs = timers.nowMs() - dueMs;
    if (lateMs > LATE_MAX_MS) this.#startMs += lateMs;
    this.#after(Math.max(0, -lateMs), () => this.#step());
  }

  #step(): void {
    const { socket } = this.#peer as Peer;
    if (socket.writableLength > UNREAD_MAX_BYTES) {
      this.#after(ANSWER_MS, () => this.#step());
      return;
    }
    socket.write(Buffer.concat(this.#session.step()));
    this.#isAwaiting = this.#session.isLockstep;
    if (this.#isAwaiting) this.#after(ANSWER_MS, () => this.#goOn());
    else this.#plan();
  }

  /** Without an answer: a frame that was left out must not stop time for good. */
  #goOn(): void {
    this.#isAwaiting = false;
    if (!this.#hasToldSilence) {
      this.#hasToldSilence = true;
      this.#options.onEvent({ event: 'NoAnswer', peer: (this.#peer as Peer).name });
    }
    this.#step();
  }

  /** One timer at a time. */
  #after(delayMs: number, callback: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#options.timers.setTimer(delayMs, () => {
      if (this.#peer !== undefined && !this.#isClosed) callback();
    });
  }
}
