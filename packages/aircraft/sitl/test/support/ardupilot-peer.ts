import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AttitudeController, FlownState } from './attitude-controller.ts';

/** Fields of an answer. */
export interface JsonState {
  readonly timestamp: number;
  readonly imu: {
    readonly gyro: readonly [number, number, number];
    readonly accel_body: readonly [number, number, number];
  };
  readonly position: readonly [number, number, number];
  readonly quaternion: readonly [number, number, number, number];
  readonly velocity: readonly [number, number, number];
  readonly velocity_wind: readonly [number, number, number];
  readonly battery: { readonly voltage: number; readonly current: number };
}

/** A datagram of ArduPilot's SITL. */
export function servoDatagram(
  pwmUs: readonly number[],
  {
    count,
    rateHz = 400,
    magic = 18_458,
  }: { readonly count: number; readonly rateHz?: number; readonly magic?: number },
): Buffer {
  const bytes = Buffer.alloc(8 + 2 * (magic === 29_569 ? 32 : 16));
  bytes.writeUInt16LE(magic, 0);
  bytes.writeUInt16LE(rateHz, 2);
  bytes.writeUInt32LE(count, 4);
  for (const [index, pulse] of pwmUs.entries()) bytes.writeUInt16LE(pulse, 8 + 2 * index);
  return bytes;
}

/** Throttle that gives this share of the thrust, by a curve with this square share. */
const throttleOf = (share: number, squareShare: number): number =>
  squareShare === 0
    ? share
    : (squareShare - 1 + Math.sqrt((1 - squareShare) ** 2 + 4 * squareShare * share)) / (2 * squareShare);

/** Speaks ArduPilot's side of the JSON interface over a real socket, and flies. */
export class ArduPilotPeer implements AsyncDisposable {
  readonly #socket: Socket;
  readonly #port: number;
  readonly controller: AttitudeController;
  readonly #squareShare: number;
  readonly #rateHz: number;
  #count = 0;
  state: JsonState | undefined;

  private constructor(socket: Socket, port: number, { controller, squareShare, rateHz = 400 }: PeerOptions) {
    this.#socket = socket;
    this.#port = port;
    this.controller = controller;
    this.#squareShare = squareShare;
    this.#rateHz = rateHz;
  }

  static async open(port: number, options: PeerOptions): Promise<ArduPilotPeer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new ArduPilotPeer(socket, port, options);
  }

  /** Sends a datagram. @returns the answer */
  async ask(bytes: Uint8Array): Promise<JsonState> {
    const answer = once(this.#socket, 'message') as Promise<[Buffer]>;
    this.send(bytes);
    const [line] = await answer;
    return JSON.parse(line.toString()) as JsonState;
  }

  send(bytes: Uint8Array): void {
    this.#socket.send(bytes, this.#port, '127.0.0.1');
  }

  /** Flies for this simulated time. @param each is called after each step */
  async fly(seconds: number, each: (state: JsonState) => void = () => {}): Promise<JsonState> {
    const steps = Math.round(seconds * this.#rateHz);
    for (let step = 0; step < steps; step += 1) {
      const shares = this.state === undefined ? [0, 0, 0, 0] : this.controller.update(flown(this.state));
      const pwmUs = shares.map((share) => Math.round(1000 + 1000 * throttleOf(share, this.#squareShare)));
      this.state = await this.ask(servoDatagram(pwmUs, { count: this.#count, rateHz: this.#rateHz }));
      this.#count += 1;
      each(this.state);
    }
    return this.state as JsonState;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.close(() => resolve()));
  }
}

interface PeerOptions {
  readonly controller: AttitudeController;
  readonly squareShare: number;
  readonly rateHz?: number;
}

const flown = ({ imu, position, quaternion, timestamp, velocity }: JsonState): FlownState => ({
  timeS: timestamp,
  position,
  quaternion,
  velocity,
  rates: imu.gyro,
});
