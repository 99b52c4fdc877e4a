import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { listenFault } from '../run/listen-fault.ts';
import type { AutopilotPort, PortCounts, PortEvent } from '../run/port-event.ts';
import type { TetherRun } from '../run/tether-run.ts';
import { JsonSession } from './json-session.ts';
import { readServoFrame } from './servo-frame.ts';

export interface ArduPilotPortOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly run: TetherRun;
  /** Square share of the thrust curve: MOT_THST_EXPO. */
  readonly squareShare: number;
  readonly onEvent: (event: PortEvent) => void;
  readonly nowMs: () => number;
}

/** SITL repeats a frame after 1 s, older ones after 10 s: who is silent for longer has ended, and gives its place. */
const SILENT_AFTER_MS = 15_000;
/** Others whose first datagram is told. */
const TOLD_MAX = 16;

/** Listens for ArduPilot's SITL on UDP, and answers each of its frames at once. */
export class ArduPilotPort implements AutopilotPort {
  readonly #options: ArduPilotPortOptions;
  readonly #socket: Socket;
  readonly #session: JsonSession;
  readonly #told = new Set<string>();
  #peer: { readonly name: string; heardMs: number } | undefined;
  #garbage = 0;
  #isClosed = false;

  private constructor(options: ArduPilotPortOptions, socket: Socket) {
    this.#options = options;
    this.#socket = socket;
    this.#session = new JsonSession(options.run, options.squareShare);
    socket.on('message', (bytes, from) => this.#take(bytes, from));
    // An autopilot that has ended is not a fault of the port.
    socket.on('error', () => {});
  }

  /** @throws TetherListenFault when the port cannot be had */
  static async listen(options: ArduPilotPortOptions): Promise<ArduPilotPort> {
    const { host, port } = options;
    const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4' });
    await new Promise<void>((resolve, reject) => {
      socket.once('error', (error) => reject(listenFault(`UDP port ${port} of ${host}`, error)));
      socket.bind(port, host, resolve);
    }).catch((fault: unknown) => {
      socket.close();
      throw fault;
    });
    socket.removeAllListeners('error');
    return new ArduPilotPort(options, socket);
  }

  get port(): number {
    return this.#socket.address().port;
  }

  get peer(): string | undefined {
    return this.#peer?.name;
  }

  get counts(): PortCounts {
    return { steps: this.#session.steps, garbage: this.#garbage };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await new Promise<void>((resolve) => this.#socket.close(() => resolve()));
  }

  #take(bytes: Uint8Array, from: RemoteInfo): void {
    const name = `${from.address}:${from.port}`;
    const read = readServoFrame(bytes);
    if (!read.ok) {
      this.#garbage += 1;
      this.#tellOnce({ event: read.fault === 'StepTooLong' ? 'StepTooLong' : 'Garbage', peer: name });
      return;
    }
    if (!this.#accepts(name, read.frame.count)) {
      this.#tellOnce({ event: 'SecondPeer', peer: name });
      return;
    }
    this.#socket.send(this.#session.take(read.frame), from.port, from.address);
  }

  /** One autopilot at a time: another one comes in when it starts after the first has fallen silent. */
  #accepts(name: string, count: number): boolean {
    const nowMs = this.#options.nowMs();
    const peer = this.#peer;
    if (peer?.name === name) {
      peer.heardMs = nowMs;
      return true;
    }
    // A restarted SITL has a new port, and begins with frame 0.
    const isFree = peer === undefined || count === 0 || nowMs - peer.heardMs > SILENT_AFTER_MS;
    if (!isFree) return false;
    this.#peer = { name, heardMs: nowMs };
    this.#options.onEvent({ event: 'Connected', peer: name });
    return true;
  }

  #tellOnce(event: PortEvent): void {
    const key = `${event.event} ${event.peer}`;
    if (this.#told.has(key)) return;
    if (this.#told.size >= TOLD_MAX) this.#told.clear();
    this.#told.add(key);
    this.#options.onEvent(event);
  }
}
