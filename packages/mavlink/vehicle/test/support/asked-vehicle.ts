import assert from 'node:assert/strict';
import { setImmediate as breath } from 'node:timers/promises';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import {
  encode,
  type FieldsToSend,
  type Message,
  type MessageFields,
  type MessageName,
} from '@kitestring/mavlink-codec/codec.ts';
import { MAV_AUTOPILOT, MAV_CMD, MAV_STATE, MAV_TYPE } from '@kitestring/mavlink-codec/enums.ts';
import { MavlinkLink, type MavlinkLinkOptions } from '@kitestring/mavlink-link';
import { LossyLink } from '@kitestring/mavlink-link/testing.ts';
import { MavlinkVehicle, type MavlinkVehicleOptions } from '../../src/mavlink-vehicle.ts';
import type { PersonaName } from '../../src/personas/persona.ts';
import { AskedStation } from './asked-station.ts';

interface Order {
  readonly params?: readonly number[];
  readonly component?: number;
  readonly confirmation?: number;
}

const STEP_S = 0.02;

/** A vehicle and a ground station at the ends of a line, in virtual time; its station says what was asked of it. */
export class AskedVehicle implements AsyncDisposable {
  readonly clock: VirtualClock;
  readonly line: LossyLink;
  readonly station: AskedStation;
  readonly vehicle: MavlinkVehicle;
  readonly ground: MavlinkLink;
  readonly heard: Message[] = [];
  readonly texts: string[] = [];
  /** The ground station sends heartbeats. */
  isGroundThere = true;
  readonly #further: FurtherGround[] = [];

  private constructor(parts: Pick<AskedVehicle, 'clock' | 'line' | 'station' | 'vehicle' | 'ground'>) {
    this.clock = parts.clock;
    this.line = parts.line;
    this.station = parts.station;
    this.vehicle = parts.vehicle;
    this.ground = parts.ground;
    this.ground.onMessage((message) => void this.heard.push(message));
    this.ground.onText(({ text }) => void this.texts.push(text));
  }

  static async begin(
    persona: PersonaName,
    options: Partial<MavlinkVehicleOptions> = {},
    ground: Partial<MavlinkLinkOptions> = {},
  ): Promise<AskedVehicle> {
    const clock = new VirtualClock();
    const line = new LossyLink({ clock, seed: 1 });
    const station = new AskedStation(() => clock.nowUs());
    const vehicle = await MavlinkVehicle.over((link) => MavlinkLink.over(line.ends[0].open, link), {
      station,
      persona,
      clock,
      ...options,
    });
    const ids = { system: 255, component: 190 };
    const link = await MavlinkLink.over(line.ends[1].open, { ids, clock, ...ground });
    const asked = new AskedVehicle({ clock, line, station, vehicle, ground: link });
    // Home is learned on the ground.
    const flying = station.flightNow;
    station.flightNow = { flight_state: 'StandBy', altitude: 0 };
    await asked.run(0.1);
    station.flightNow = flying;
    await asked.run(0.1);
    return asked;
  }

  /** A further ground station on the same line. */
  async another(system: number): Promise<FurtherGround> {
    const further = new FurtherGround(this, system);
    this.#further.push(further);
    await this.run(1.1);
    return further;
  }

  /** Lets time pass. */
  async run(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds - 1e-9; passed += STEP_S) {
      if (this.isGroundThere) this.ground.step();
      for (const further of this.#further) further.step();
      this.clock.advance(STEP_S);
      await breath();
    }
  }

  /** Messages of a name since the beginning. */
  all<N extends MessageName>(name: N): readonly MessageFields[N][] {
    return this.heard.filter((each) => each.name === name).map(({ fields }) => fields as MessageFields[N]);
  }

  /** The newest message of a name. */
  last<N extends MessageName>(name: N): MessageFields[N] {
    return this.all(name).at(-1) ?? assert.fail(`no ${name}`);
  }

  send<N extends MessageName>(name: N, fields: FieldsToSend[N]): void {
    this.ground.send(name, fields);
  }

  /** Results of a command, in the order in which they came. */
  order(name: keyof typeof MAV_CMD, order: Order = {}): Promise<readonly number[]> {
    return this.resultsFor(this.ground.ids.system, () => this.send('COMMAND_LONG', commandOf(name, order)));
  }

  async resultsFor(system: number, give: () => void): Promise<readonly number[]> {
    const from = this.heard.length;
    give();
    await this.run(0.1);
    return this.heard.slice(from).flatMap((each) => {
      return each.name === 'COMMAND_ACK' && each.fields.target_system === system ? [each.fields.result] : [];
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.vehicle[Symbol.asyncDispose]();
    await this.ground[Symbol.asyncDispose]();
  }
}

export const AUTOPILOT = { target_system: 1, target_component: 1 };

/** Another ground station on the line of the first. */
class FurtherGround {
  /** It sends heartbeats. */
  isGroundThere = true;
  readonly #asked: AskedVehicle;
  readonly #system: number;
  #sequence = 0;
  #beatUs = 0;

  constructor(asked: AskedVehicle, system: number) {
    this.#asked = asked;
    this.#system = system;
  }

  order(name: keyof typeof MAV_CMD, order: Order = {}): Promise<readonly number[]> {
    return this.#asked.resultsFor(this.#system, () => this.#send('COMMAND_LONG', commandOf(name, order)));
  }

  step(): void {
    const nowUs = this.#asked.clock.nowUs();
    if (!this.isGroundThere || nowUs - this.#beatUs < 1e6) return;
    this.#beatUs = nowUs;
    const state = { base_mode: 0, custom_mode: 0, system_status: MAV_STATE.ACTIVE, mavlink_version: 3 };
    this.#send('HEARTBEAT', { type: MAV_TYPE.GCS, autopilot: MAV_AUTOPILOT.INVALID, ...state });
  }

  #send<N extends MessageName>(name: N, fields: FieldsToSend[N]): void {
    this.#sequence = (this.#sequence + 1) % 256;
    const header = { system: this.#system, component: 190, sequence: this.#sequence };
    this.#asked.line.ends[1].send(encode(name, fields, header), 'Order');
  }
}

function commandOf(name: keyof typeof MAV_CMD, order: Order): FieldsToSend['COMMAND_LONG'] {
  const { component = 1, confirmation = 0, params = [] } = order;
  const [param1 = 0, param2 = 0, param3 = 0, param4 = 0, param5 = 0, param6 = 0, param7 = 0] = params;
  const given = { param1, param2, param3, param4, param5, param6, param7 };
  return { target_system: 1, target_component: component, ...given, command: MAV_CMD[name], confirmation };
}
