import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Clock } from '@kitestring/base/clock.ts';
import { decode, encode, type MessageFields, Splitter } from '@kitestring/mavlink-codec/codec.ts';
import type { AttitudeController } from './attitude-controller.ts';

/** No packet is ever incomplete for long here. */
const STILL_CLOCK: Clock = { nowUs: () => 0, schedule: () => () => {} };
const IDS = { system: 1, component: 1 };
const ARMED = 128;
const M_PER_DEG = 111_132;

/**
 * Speaks PX4's side of its simulator interface over a real socket, and flies. For attitude and place it goes by the truth
 * that comes along, as a perfect estimator would; everything else it only keeps.
 */
export class Px4Peer implements AsyncDisposable {
  readonly #socket: Socket;
  readonly controller: AttitudeController;
  readonly #splitter: Splitter;
  #sequence = 0;
  #home: { readonly lat: number; readonly lon: number; readonly alt: number } | undefined;
  #isFlying = false;
  #onFrame: () => void = () => {};
  truth: MessageFields['HIL_STATE_QUATERNION'] | undefined;
  sensor: MessageFields['HIL_SENSOR'] | undefined;
  readonly fixes: MessageFields['HIL_GPS'][] = [];
  /** Fields of all sensor packets that were updated, as a union, and their count. */
  updated = 0;
  frames = 0;

  private constructor(socket: Socket, controller: AttitudeController) {
    this.#socket = socket;
    this.controller = controller;
    this.#splitter = new Splitter({
      clock: STILL_CLOCK,
      onPacket: (packet) => {
        const message = decode(packet);
        if (message?.name === 'HIL_STATE_QUATERNION') this.truth = message.fields;
        else if (message?.name === 'HIL_GPS') this.fixes.push(message.fields);
        else if (message?.name === 'HIL_SENSOR') this.#take(message.fields);
      },
    });
    socket.on('data', (bytes: Buffer) => this.#splitter.push(new Uint8Array(bytes)));
    socket.on('error', () => {});
  }

  static async connect(port: number, controller: AttitudeController): Promise<Px4Peer> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    return new Px4Peer(socket, controller);
  }

  /** As PX4 does first. */
  greet(): void {
    const fields = { type: 0, autopilot: 12, base_mode: 0, custom_mode: 0, system_status: 0, mavlink_version: 3 };
    this.write(encode('HEARTBEAT', fields, { ...IDS, sequence: this.#next() }));
  }

  write(bytes: Uint8Array): void {
    this.#socket.write(bytes);
  }

  /** Answers each frame until this time of its clock. */
  async flyTo(timeS: number, each: () => void = () => {}): Promise<void> {
    this.#isFlying = true;
    const reached = new Promise<void>((resolve) => {
      this.#onFrame = () => {
        each();
        if (Number(this.sensor?.time_usec ?? 0) < 1e6 * timeS) return;
        this.#isFlying = false;
        resolve();
      };
    });
    // The frame that came last waits for its answer.
    if (this.sensor !== undefined) this.answer();
    await reached;
  }

  /** Resolves with the next frame; sends nothing. */
  async frame(): Promise<MessageFields['HIL_SENSOR']> {
    await new Promise<void>((resolve) => {
      this.#onFrame = resolve;
    });
    return this.sensor as MessageFields['HIL_SENSOR'];
  }

  /** Actuators by the controller. */
  answer(controls = this.#controls()): void {
    const isArmed = this.controller.target !== undefined;
    const fields = {
      time_usec: this.sensor?.time_usec ?? 0n,
      controls,
      flags: 1n,
      mode: isArmed ? ARMED | 1 : 1,
    };
    this.write(encode('HIL_ACTUATOR_CONTROLS', fields, { ...IDS, sequence: this.#next() }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#socket.closed) return;
    const closed = once(this.#socket, 'close');
    this.#socket.destroy();
    await closed;
  }

  #take(sensor: MessageFields['HIL_SENSOR']): void {
    this.sensor = sensor;
    this.updated |= sensor.fields_updated;
    this.frames += 1;
    this.#onFrame();
    if (this.#isFlying) this.answer();
  }

  #next(): number {
    this.#sequence = (this.#sequence + 1) & 0xff;
    return this.#sequence;
  }

  #controls(): readonly number[] {
    const { sensor, truth } = this;
    if (truth === undefined || sensor === undefined) return [0, 0, 0, 0];
    this.#home ??= truth;
    const { alt, lat, lon } = this.#home;
    const metresPerDegreeOfLon = M_PER_DEG * Math.cos((lat * 1e-7 * Math.PI) / 180);
    const [w = 1, x = 0, y = 0, z = 0] = truth.attitude_quaternion;
    return this.controller.update({
      timeS: Number(sensor.time_usec) / 1e6,
      position: [
        (truth.lat - lat) * 1e-7 * M_PER_DEG,
        (truth.lon - lon) * 1e-7 * metresPerDegreeOfLon,
        (alt - truth.alt) / 1000,
      ],
      velocity: [truth.vx / 100, truth.vy / 100, truth.vz / 100],
      quaternion: [w, x, y, z],
      rates: [sensor.xgyro, sensor.ygyro, sensor.zgyro],
    });
  }
}
