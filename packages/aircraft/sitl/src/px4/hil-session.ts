import type { Message } from '@kitestring/mavlink-codec/codec.ts';
import type { RestartReason } from '../run/tether-event.ts';
import type { TetherRun } from '../run/tether-run.ts';
import { thrustShare } from '../run/thrust-curve.ts';
import { HilPackets, IMU_HZ } from './hil-packets.ts';

/** Bit of HIL_ACTUATOR_CONTROLS.mode: armed. Bit of its flags: PX4 waits for us, and we for it. */
const ARMED = 128;
const LOCKSTEP = 1n;

export interface HilSessionOptions {
  readonly run: TetherRun;
  readonly seed: number;
  readonly startTimeUs: number;
  readonly squareShare: number;
}

/**
 * Lockstep with PX4: we send the sensors of one moment, it answers with its actuators, and only then time goes on. Until
 * its first actuators there is nothing to wait for.
 */
export class HilSession {
  readonly #options: HilSessionOptions;
  readonly #command: Float64Array;
  #packets: HilPackets;
  #isLockstep = false;
  #steps = 0;

  constructor(options: HilSessionOptions) {
    this.#options = options;
    this.#command = new Float64Array(options.run.airframe.multirotor.motors.count);
    this.#packets = this.#newPackets();
  }

  /** PX4 answers every frame. */
  get isLockstep(): boolean {
    return this.#isLockstep;
  }

  get steps(): number {
    return this.#steps;
  }

  get timeS(): number {
    return this.#options.run.airframe.timeS;
  }

  /** A new autopilot: its clock begins at 0, and so do the physics. */
  restart(reason: RestartReason): void {
    this.#options.run.restart(reason);
    this.#packets = this.#newPackets();
    this.#command.fill(0);
    this.#isLockstep = false;
  }

  /** Advances by one frame. @returns packets to send */
  step(): readonly Uint8Array[] {
    const { run } = this.#options;
    const before = run.airframe;
    run.advance(1 / IMU_HZ, this.#command);
    if (run.airframe !== before) this.#packets = this.#newPackets();
    this.#steps += 1;
    return this.#packets.next();
  }

  /** @returns true for the actuators, which end the wait for a frame */
  take(message: Message): boolean {
    if (message.name !== 'HIL_ACTUATOR_CONTROLS') return false;
    const { controls, flags, mode } = message.fields;
    const isArmed = (mode & ARMED) !== 0;
    this.#isLockstep = (flags & LOCKSTEP) !== 0n;
    for (let motor = 0; motor < this.#command.length; motor += 1) {
      this.#command[motor] = isArmed ? thrustShare(controls[motor]!, this.#options.squareShare) : 0;
    }
    return true;
  }

  #newPackets(): HilPackets {
    const { run, seed, startTimeUs } = this.#options;
    return new HilPackets(run.airframe, seed, startTimeUs);
  }
}
