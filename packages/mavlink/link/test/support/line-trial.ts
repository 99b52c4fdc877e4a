import assert from 'node:assert/strict';
import { setImmediate as breath } from 'node:timers/promises';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { Message } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_AUTOPILOT, MAV_STATE, MAV_TYPE } from '@kitestring/mavlink-codec/enums.ts';
import type { LinkEvent, MavlinkIds } from '../../src/link/component-watch.ts';
import { MavlinkLink, type MavlinkLinkOptions } from '../../src/link/mavlink-link.ts';
import { MavlinkCommandSender } from '../../src/protocol/command-sender.ts';
import { LossyLink, type LossyLinkOptions } from '../../src/testing/lossy-link.ts';

export const OURS: MavlinkIds = { system: 255, component: 190 };
export const AUTOPILOT: MavlinkIds = { system: 1, component: 1 };

/** Lines of the tests: as the recorded flights, and as bad as radios get. */
export const LINES: readonly (Omit<LossyLinkOptions, 'clock'> & { readonly name: string })[] = [
  { name: 'a clean line', seed: 1 },
  ...[0.1, 0.3, 0.5].flatMap((loss) =>
    [1, 2].map((seed) => ({
      name: `a line that loses ${loss * 100} %, doubles and mixes up packets (seed ${seed})`,
      seed,
      loss,
      duplicate: 0.1,
      delayMs: [5, 200] as const,
    })),
  ),
];

/** A ground station and a vehicle at the two ends of a line, in virtual time. */
export class LineTrial implements AsyncDisposable {
  readonly clock: VirtualClock;
  readonly line: LossyLink;
  readonly station: MavlinkLink;
  readonly vehicle: MavlinkLink;
  readonly commands: MavlinkCommandSender;
  readonly events: LinkEvent[] = [];
  /** Messages that the vehicle has received, but heartbeats. */
  readonly atVehicle: Message[] = [];

  private constructor(clock: VirtualClock, line: LossyLink, station: MavlinkLink, vehicle: MavlinkLink) {
    this.clock = clock;
    this.line = line;
    this.station = station;
    this.vehicle = vehicle;
    this.commands = new MavlinkCommandSender(station);
    station.onEvent((event) => void this.events.push(event));
    vehicle.onMessage((message) => {
      if (message.name !== 'HEARTBEAT') this.atVehicle.push(message);
    });
  }

  static async begin(
    line: Omit<LossyLinkOptions, 'clock'> = { seed: 1 },
    options: Partial<MavlinkLinkOptions> = {},
  ): Promise<LineTrial> {
    const clock = new VirtualClock();
    const lossy = new LossyLink({ ...line, clock });
    const [ours, theirs] = lossy.ends;
    const station = await MavlinkLink.over(ours.open, { ids: OURS, clock, ...options });
    const vehicle = await MavlinkLink.over(theirs.open, { ids: AUTOPILOT, clock, heartbeat: () => heartbeat() });
    return new LineTrial(clock, lossy, station, vehicle);
  }

  /** Lets time pass: both control loops run ten times a second. */
  async run(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds - 1e-9; passed += 0.1) {
      this.clock.advance(0.1);
      this.station.step();
      this.vehicle.step();
      await breath();
    }
  }

  /** Lets time pass until the promise has settled. @param withinS virtual seconds within which it must */
  async settled<T>(promise: Promise<T>, withinS: number): Promise<T> {
    let isSettled = false;
    const watched = promise.finally(() => {
      isSettled = true;
    });
    for (let passed = 0; !isSettled && passed <= withinS; passed += 0.1) await this.run(0.1);
    assert.ok(isSettled, `ends within ${withinS} s`);
    return watched;
  }

  /** Answers to our orders. @param result undefined for no answer */
  answerCommands(resultOf: (command: Message<'COMMAND_LONG' | 'COMMAND_INT'>) => number | undefined): void {
    this.vehicle.onMessage((message) => {
      if (message.name !== 'COMMAND_LONG' && message.name !== 'COMMAND_INT') return;
      const result = resultOf(message);
      if (result !== undefined) this.answer(message, result);
    });
  }

  answer(to: Message<'COMMAND_LONG' | 'COMMAND_INT'>, result: number, progress = 0): void {
    this.vehicle.send('COMMAND_ACK', {
      command: to.fields.command,
      result,
      progress,
      target_system: to.system,
      target_component: to.component,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.commands[Symbol.dispose]();
    await this.station[Symbol.asyncDispose]();
    await this.vehicle[Symbol.asyncDispose]();
  }
}

export const heartbeat = (autopilot: number = MAV_AUTOPILOT.ARDUPILOTMEGA) => ({
  type: MAV_TYPE.QUADROTOR,
  autopilot,
  base_mode: 81,
  custom_mode: 4,
  system_status: MAV_STATE.STANDBY,
  mavlink_version: 3,
});
